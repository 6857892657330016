// Package main waits for the goroutine that shuts the server down.
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
	srv := &http.Server{Addr: ":8070", ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second}
	var wg sync.WaitGroup
	wg.Go(func() { <-ctx.Done() })
	wg.Go(func() {
		<-ctx.Done()
		c, done := context.WithTimeout(context.Background(), 10*time.Second)
		defer done()
		_ = srv.Shutdown(c)
	})
	err := srv.ListenAndServe()
	cancel()
	wg.Wait()
	println(err.Error())
}
