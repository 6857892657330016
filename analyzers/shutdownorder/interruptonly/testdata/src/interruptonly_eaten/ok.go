package eaten

import (
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
)

// A child in its parent's terminal: Ctrl-C is for the parent, and eaten here.
func serve(ln net.Listener) error {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	go func() {
		n := 0
		for {
			<-c
			n++
			log.Print("ignoring interrupt ", n)
		}
	}()
	return http.Serve(ln, nil)
}
