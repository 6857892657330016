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

type app struct {
	public, private, plain, secret net.Listener
	hooks                          []func(net.Listener)
}

func serve(l net.Listener) { _ = http.Serve(l, nil) }

func listen(l net.Listener) { _ = http.Serve(l, nil) }

func (a *app) start() {
	go serve(a.private)
	if os.Getenv("TLS") != "" {
		go listen(a.secret)
	} else {
		go listen(a.plain)
	}
	a.onReload(func(l net.Listener) { a.reload(l) })
	a.reload(a.public)
}

func (a *app) onReload(f func(net.Listener)) { a.hooks = append(a.hooks, f) }

func (a *app) reload(l net.Listener) { go serve(l) }

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	a := new(app)
	a.start()
	for _, f := range a.hooks {
		f(a.public)
	}
	<-c
}
