// Leftovers notices the signal in a goroutine, and takes what is left in a queue
// without waiting for more, nor for a pause that the signal has cut short.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type app struct {
	queue chan string
	idle  chan struct{}
}

func (a *app) work(ctx context.Context) {
	defer close(a.idle)
	for {
		select {
		case <-ctx.Done():
			return
		case line := <-a.queue:
			println(line)
		}
	}
}

// probe is waited for by nobody.
func probe(ctx context.Context) {
	for ctx.Err() == nil {
		var parts sync.WaitGroup
		parts.Go(func() { <-ctx.Done() })
		parts.Wait()
	}
}

func (a *app) rest() {
	for {
		select {
		case line := <-a.queue:
			println(line)
		default:
			return
		}
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	a := &app{queue: make(chan string, 8), idle: make(chan struct{})}
	go a.work(ctx)
	go probe(ctx)
	srv := &http.Server{Addr: ":80"}
	go func() { _ = srv.ListenAndServe() }()
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	go func() {
		select {
		case <-ctx.Done():
		case <-c:
			cancel()
		}
	}()
	<-ctx.Done()
	short, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	_ = srv.Shutdown(short)
	<-a.idle
	a.rest()
	select {
	case <-ctx.Done():
	case <-time.After(time.Second):
	}
}
