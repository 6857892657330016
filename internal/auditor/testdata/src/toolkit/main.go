// Toolkit serves and stops in a group of actors, one of which waits for the signal.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/oklog/run"
	"github.com/prometheus/exporter-toolkit/web"
)

func main() {
	var g run.Group
	srv := &http.Server{}
	g.Add(func() error { return web.ListenAndServe(srv, nil) }, func(error) {
		ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	})
	cancel := make(chan struct{})
	g.Add(func() error {
		c := make(chan os.Signal, 1)
		signal.Notify(c, os.Interrupt, syscall.SIGTERM)
		select {
		case <-c:
		case <-cancel:
		}
		return nil
	}, func(error) { close(cancel) })
	_ = g.Run()
}
