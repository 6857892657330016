// Package main waits for its relay, and for nothing that shuts the server down.
package main

import (
	"context"
	"net/http"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() { <-ctx.Done() })
	srv := &http.Server{Addr: ":8070", ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	context.AfterFunc(ctx, func() {
		c, done := context.WithTimeout(context.Background(), 10*time.Second)
		defer done()
		_ = srv.Shutdown(c)
	})
	err := srv.ListenAndServe() // want `requests in flight are dropped: srv.ListenAndServe returns when srv.Shutdown \(line 22\) begins, and main returns with it`
	cancel()
	wg.Wait()
	println(err.Error())
}
