// Handlers answers connections in goroutines of their own, one of which may make
// a pause: that is no drain, whenever it happens.
package main

import (
	"context"
	"net"
	"net/http"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	srv := &http.Server{Addr: ":80"}
	go func() { _ = srv.ListenAndServe() }()
	<-ctx.Done()
	finish()
	_ = srv.Shutdown(context.Background())
}

// finish answers the connections that are still waiting.
func finish() {
	ln, err := net.Listen("tcp", ":81")
	if err != nil {
		return
	}
	for range 3 {
		conn, err := ln.Accept()
		if err != nil {
			break
		}
		gone := make(chan struct{})
		go func() { <-gone }()
		go func() {
			defer close(gone)
			handle(conn)
		}()
	}
}

func handle(conn net.Conn) {
	defer conn.Close()
	time.Sleep(100 * time.Millisecond)
	_, _ = conn.Write([]byte("hello"))
}
