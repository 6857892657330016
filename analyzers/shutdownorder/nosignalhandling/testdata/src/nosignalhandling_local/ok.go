package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
)

const addr = "127.0.0.1:6060"

// Nope. Nobody but this host reaches the server, nor the one with a listener.
func main() {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		log.Fatal(err)
	}
	if l.Addr().String() == "" {
		log.Fatal(http.ListenAndServe(addr, nil))
	}
	if l.Addr().Network() == "" {
		show(6061)
	}
	srv := &http.Server{}
	log.Fatal(srv.Serve(l))
}

// Nope. Nor where the address is made from a format.
func show(port int) {
	addr := fmt.Sprintf("localhost:%d", port)
	log.Fatal(http.ListenAndServe(addr, nil))
}
