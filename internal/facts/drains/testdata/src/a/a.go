package a

import (
	"context"
	"sync"
)

type pool struct {
	wg    sync.WaitGroup
	queue chan string
	send  func(ctx context.Context, text string) error
}

func newPool() *pool { return &pool{queue: make(chan string, 8)} }

func (p *pool) Start(ctx context.Context) { // want Start:"starts workers of queue with argument 0"
	p.wg.Add(1)
	go func() {
		defer p.wg.Done()
		for text := range p.queue {
			_ = p.send(ctx, text)
		}
	}()
}

func (p *pool) Run(n int, ctx context.Context) { // want Run:"starts workers of queue with argument 1"
	for range n {
		p.wg.Add(1)
		go p.loop(ctx)
	}
}

func (p *pool) loop(ctx context.Context) {
	defer p.wg.Done()
	for text := range p.queue {
		_ = p.send(ctx, text)
	}
}

// The workers ask for the end of the context.
func (p *pool) Until(ctx context.Context) {
	p.wg.Go(func() {
		for text := range p.queue {
			if ctx.Err() != nil {
				return
			}
			_ = p.send(ctx, text)
		}
	})
}

// The workers have a context of their own.
func (p *pool) Detached(ctx context.Context) {
	own := context.WithoutCancel(ctx)
	p.wg.Go(func() {
		for text := range p.queue {
			_ = p.send(own, text)
		}
	})
}

func (p *pool) Close() { // want Close:"drains queue"
	close(p.queue)
	p.wg.Wait()
}

// Nothing is waited for.
func (p *pool) Abandon() { close(p.queue) }

type direct struct {
	done chan struct{}
	jobs chan string
}

// Nothing is queued.
func newDirect() *direct { return &direct{done: make(chan struct{}), jobs: make(chan string)} }

func (d *direct) Start(ctx context.Context, send func(ctx context.Context, text string) error) {
	go func() {
		defer close(d.done)
		for text := range d.jobs {
			_ = send(ctx, text)
		}
	}()
}

func (d *direct) Close() {
	close(d.jobs)
	<-d.done
}
