// Package main serves in a command, whose library passes the context.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
)

var commands = map[string]func(context.Context, []string) error{"serve": serve}

func main() {
	if err := commands[os.Args[1]](context.Background(), os.Args[2:]); err != nil {
		os.Exit(1)
	}
}

func serve(ctx context.Context, args []string) error {
	srv := &http.Server{Addr: args[0]}
	running, done := context.WithCancel(ctx)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		select {
		case <-signals:
			srv.Shutdown(running) // want `srv\.Shutdown\(running\) has no limit`
			done()
		case <-running.Done():
		}
	}()
	return srv.ListenAndServe()
}
