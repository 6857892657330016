// Early has a way to end before it serves, which a function takes only sometimes, and a
// server that is started in two places.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

var first = &http.Server{Addr: ":81"}

func main() {
	version(os.Getenv("VERSION"))
	if os.Getenv("SETUP") != "" {
		setUp()
	}
	password(os.Getenv("PASSWORD"))
	if os.Getenv("AGAIN") != "" {
		setUp()
	}
	srv := &http.Server{Addr: ":80"}
	go func() { _ = srv.ListenAndServe() }()
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	<-stop
	_ = srv.Shutdown(context.Background())
}

func setUp() { _ = first.ListenAndServe() }

func version(asked string) {
	if asked == "" {
		return
	}
	println("1.0")
	os.Exit(0)
}

func password(given string) {
	if given == "" {
		return
	}
	store(given)
}

func store(string) {
	os.Exit(0)
}
