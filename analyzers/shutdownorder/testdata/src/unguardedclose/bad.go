package unguardedclose

import (
	"context"
	"sync"
	"time"
)

type Service struct {
	stop    chan struct{} // closed by Stop
	workers sync.WaitGroup
}

func (s *Service) Start() { s.workers.Go(s.run) }

func (s *Service) run() { <-s.stop }

func (s *Service) Stop() {
	close(s.stop) // want `every call of Stop closes s.stop: a second one would panic with "close of closed channel"`
	done := make(chan struct{})
	go func() {
		s.workers.Wait()
		close(done)
	}()
	<-done
}

// What the path does before and after does not matter, as long as every path
// gets to the close.
type Pool[T any] struct {
	jobs chan T
	err  error
}

func (p *Pool[T]) Submit(v T) { p.jobs <- v }

func (p *Pool[T]) Shutdown(ctx context.Context) error {
	if ctx.Err() != nil {
		p.err = ctx.Err()
	}
	close(p.jobs) // want `every call of Shutdown closes p.jobs`
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Second):
		return p.err
	}
}
