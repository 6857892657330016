// Helpers serves on two listeners by one line of a helper, and on a third that is one
// of two.
package main

import (
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type app struct{ public, private, plain, secret net.Listener }

func serve(l net.Listener) { _ = http.Serve(l, nil) }

func listen(l net.Listener) { _ = http.Serve(l, nil) }

func (a *app) start() {
	go serve(a.public)
	go serve(a.private)
	if os.Getenv("TLS") != "" {
		go listen(a.secret)
	} else {
		go listen(a.plain)
	}
	if os.Getenv("AGAIN") != "" {
		go serve(a.public)
	}
}

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	new(app).start()
	<-c
}
