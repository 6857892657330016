package stopoverwritten

import (
	"context"
	"sync"
)

// Safe: a second Start returns.
type fanout struct{ cancel context.CancelFunc }

func (f *fanout) Start(parent context.Context) {
	if f.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(parent)
	f.cancel = cancel
	go f.loop(ctx)
}

func (f *fanout) loop(ctx context.Context) { <-ctx.Done() }

func (f *fanout) Stop() {
	if f.cancel != nil {
		f.cancel()
		f.cancel = nil
	}
}

// Safe: only its caller, which has asked, starts it.
type sampler struct{ cancel context.CancelFunc }

func (s *sampler) begin(parent context.Context) {
	ctx, cancel := context.WithCancel(parent)
	s.cancel = cancel
	go func() { <-ctx.Done() }()
}

func (s *sampler) Toggle(parent context.Context) {
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
		return
	}
	s.begin(parent)
}

// The field that is set together with done says whether there is a goroutine.
type sweeper struct {
	lock       sync.Mutex
	stop, done chan struct{}
}

func (s *sweeper) Start() {
	s.lock.Lock()
	if s.stop != nil {
		s.lock.Unlock()
		return
	}
	s.stop = make(chan struct{})
	s.done = make(chan struct{})
	stop, done := s.stop, s.done
	s.lock.Unlock()
	go func() {
		defer close(done)
		<-stop
		s.sweep()
	}()
}

func (s *sweeper) sweep() {}

func (s *sweeper) Close() {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.stop == nil {
		return
	}
	close(s.stop)
	<-s.done
	s.stop, s.done = nil, nil
}

// The goroutine closes lost itself: nothing stops it by that.
type candidate struct {
	mu   sync.Mutex
	lost chan struct{}
}

func (c *candidate) Campaign(ctx context.Context) {
	c.mu.Lock()
	c.lost = make(chan struct{})
	lost := c.lost
	c.mu.Unlock()
	go func() {
		defer close(lost)
		<-ctx.Done()
	}()
}

func (c *candidate) Resign() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = nil
}
