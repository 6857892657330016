// Workers has three: one is waited for, one is told but not waited for, and one
// is started elsewhere, with a hook that stops it.
package main

import (
	"context"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type app struct {
	hooks []func(context.Context)
	wg    sync.WaitGroup
	quit  chan struct{}
	idle  chan struct{}
}

func (a *app) onStop(h func(context.Context)) { a.hooks = append(a.hooks, h) }

func (a *app) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	for _, h := range a.hooks {
		h(ctx)
	}
	a.wg.Wait()
}

func (a *app) loop() {
	defer close(a.idle)
	for {
		select {
		case <-a.quit:
			return
		case <-time.After(time.Second):
		}
	}
}

func poll(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(time.Second)
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a := &app{quit: make(chan struct{}), idle: make(chan struct{})}
	a.wg.Go(func() { poll(ctx) })
	go poll(ctx)
	go a.loop()
	a.onStop(func(ctx context.Context) {
		close(a.quit)
		select {
		case <-a.idle:
		case <-ctx.Done():
		}
	})
	<-ctx.Done()
	a.stop()
}
