package main

import (
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
	srv := &http.Server{}
	log.Fatal(srv.Serve(l))
}
