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
	go p.Run(ctx) // want `a panic in Run crashes the process`
	go func() {   // want `a panic in Run crashes the process`
		p.Run(ctx)
	}()
	go p.Run(context.Background()) // want `a panic in Run crashes the process`
	var wg sync.WaitGroup
	wg.Go(func() { p.Run(ctx) }) // want `a panic in Run crashes the process`
	var g errgroup.Group
	g.Go(func() error { // want `a panic in step crashes the process`
		return step(ctx)
	})
	_ = http.ListenAndServe(":8080", nil)
}

func step(ctx context.Context) error { return ctx.Err() }
