// Package fixed asks other services, whose addresses nobody can change.
package fixed

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/redis/go-redis/v9"
	"gopkg.in/ini.v1"
)

// ScorePort is where the scores are made.
var ScorePort = "8102"

func score() (*http.Response, error) {
	url := "http://localhost:" + ScorePort + "/score" // want `the address is fixed to http://localhost:…`
	return http.Post(url, "application/json", strings.NewReader("{}"))
}

func plot(plotPort int) (*http.Response, error) {
	return http.Get(fmt.Sprintf("http://127.0.0.1:%d/plot", plotPort)) // want `the address is fixed to http://127.0.0.1:…`
}

const sums = "http://localhost:8103/sums"

func sum() (*http.Response, error) { return http.Get(sums) } // want `the address is fixed to http://localhost:8103/sums`

func cache() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "localhost:6379"}) // want `the address is fixed to localhost:6379`
}

// Broker is where messages go; whoever imports the package may say so.
var Broker = "localhost:1883" // want `Broker defaults to localhost:1883`

func connect() (net.Conn, error) { return net.Dial("tcp", Broker) }

// A caller says where, or not.
func open(address string) (net.Conn, error) {
	if address == "" {
		address = "127.0.0.1:6380" // want `address defaults to 127.0.0.1:6380`
	}
	return net.Dial("tcp", address)
}

func stored(params map[string]string) (net.Conn, error) {
	store := params["store"]
	if store == "" {
		store = "localhost:7000" // want `store defaults to localhost:7000`
	}
	return net.Dial("tcp", store)
}

// The options are filled in from the environment.
type Options struct{ Endpoint string }

type client struct{ o Options }

func newClient(o Options) *client {
	if o.Endpoint == "" {
		o.Endpoint = "http://localhost:9200" // want `SEARCH_URL defaults to http://localhost:9200`
	}
	return &client{o}
}

func fromEnvironment() *client { return newClient(Options{Endpoint: os.Getenv("SEARCH_URL")}) }

func dbHost(file *ini.File) string {
	return file.Section("main").Key("db.host").MustString("127.0.0.1") // want `db.host defaults to 127.0.0.1`
}
