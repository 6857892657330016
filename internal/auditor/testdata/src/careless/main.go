// Careless stops its server when main returns, which a signal does not make it do, and connects to
// another service by a protocol of its own.
package main

import (
	"context"
	"net"
	"net/http"
)

func main() {
	srv := &http.Server{Addr: ":80"}
	defer srv.Shutdown(context.Background())
	conn, err := net.Dial("tcp", "other:7000")
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	failed := make(chan error)
	go func() { failed <- srv.ListenAndServe() }()
	<-failed
}
