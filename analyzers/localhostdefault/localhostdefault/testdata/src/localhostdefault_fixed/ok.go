package fixed

import (
	"log"
	"net"
	"net/http"
)

// The host of a URL that goes over a socket means nothing.
func containers(c *http.Client) (*http.Response, error) {
	return c.Get("http://localhost/containers/json")
}

// Listened on, shown, or an agent's.
func shown() {
	log.Print("serving on http://localhost:8104/")
	_, _ = net.Dial("udp", "localhost:8125")
	_, _ = net.Listen("tcp", "localhost:8104")
	var local = "localhost:8105"
	if _, err := net.Listen("tcp", local); err == nil {
		_, _ = net.Dial("tcp", local)
	}
}

// Nothing connects to it.
type page struct{ Link string }

func pages() []page { return []page{{Link: "http://localhost:8106/" + ScorePort}} }
