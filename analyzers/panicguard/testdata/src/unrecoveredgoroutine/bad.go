package main

import (
	"context"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
)

type poller struct{}

func (poller) Run(context.Context) {}

func main() {
	ctx := context.Background()
	var p poller
	go p.Run(ctx) // want `nothing recovers from a panic in this goroutine: one in Run ends the whole process, with all requests in flight \(panicguard/unrecovered-goroutine\)`
	go func() {   // want `one in Run ends the whole process`
		p.Run(ctx)
	}()
	go p.Run(context.Background()) // want `one in Run ends the whole process`
	var wg sync.WaitGroup
	wg.Go(func() { p.Run(ctx) }) // want `one in Run ends`
	var g errgroup.Group
	g.Go(func() error { // want `one in step ends`
		return step(ctx)
	})
	_ = http.ListenAndServe(":8080", nil)
}

func step(ctx context.Context) error { return ctx.Err() }
