package main

import (
	"flag"
	"net"
	"net/http"
	"os"

	"github.com/prometheus/common/model"
	"github.com/urfave/cli/v2"
)

// Nope. It does not say whose server: that of the product, which this one runs
// beside.
func beside() {
	server := flag.String("server", "localhost:2379", "address of the server")
	endpoints := flag.String("endpoints", "http://localhost:2379", "addresses of the cluster")
	flag.Parse()
	_, _ = net.Dial("tcp", *server)
	_, _ = http.Get(*endpoints)
}

func env(key, value string) string {
	if v := os.Getenv(key); v != "" {
		return v
	}
	return value
}

// Nope. An agent is on every machine.
func agents() {
	_, _ = http.Get(env("SCHEDULER_URL", "http://localhost:4646"))
	_, _ = net.Dial("udp", env("TRACES_ADDR", "127.0.0.1:6831"))
}

// Nope. Only what others are told.
func target(port string) map[string]model.LabelValue {
	host := env("NETWORK_HOST", "localhost")
	return map[string]model.LabelValue{"address": model.LabelValue(net.JoinHostPort(host, port))}
}

// Nope. The usage says that it is listened on.
var gateAddr = flag.String("gate-addr", "localhost:8546", "where the gate is listening")

var relayAddr = &cli.StringFlag{Name: "relay.addr", Usage: "relay listening interface", Value: "localhost"}
