package main

import (
	"flag"
	"net"
	"net/http"
)

// A flag that is the variable of the environment by another name: its help tells of the
// default, and there are two ways to set it.
func documented() {
	orders := flag.String("orders-url", env("ORDERS_URL", "http://localhost:8083"), "URL of the orders") // want `ORDERS_URL defaults to http://localhost:8083`
	flag.Parse()
	_, _ = http.Get(*orders)
}

// A flag that says what is dialed, by a word that may be the product's own.
func named() (net.Conn, error) {
	archive := flag.String("archive", "127.0.0.1:7070", "address of the archive") // want `archive defaults to 127.0.0.1:7070`
	flag.Parse()
	return net.Dial("tcp", *archive)
}
