package doubleclose

import (
	"context"
	"log"
	"os"
	"sync"
)

// Nope. It is called once.
func run() {
	s := &Service{make(chan struct{})}
	defer s.Stop()
	<-s.stop
}

// Nope. One calls the other: whoever has both chooses one.
func (s *Service) Close() error {
	s.Stop()
	return nil
}

// Nope. The paths part before the calls.
func parts(ok bool) {
	s := &Service{make(chan struct{})}
	if ok {
		s.Stop()
		return
	}
	s.Stop()
}

// Nope. Another value each time.
func values(a, b *Service) {
	a.Stop()
	b.Stop()
	for range 3 {
		s := &Service{make(chan struct{})}
		s.Stop()
	}
	s := &Service{make(chan struct{})}
	s.Stop()
	s = &Service{make(chan struct{})}
	s.Stop()
}

// Nope. The process ends before the deferred call runs.
func exits(s *Service, err error) {
	defer s.Stop()
	if err != nil {
		s.Stop()
		log.Fatal(err)
	}
	s.Stop()
	os.Exit(0)
}

// Nope. Only on an error, and by one of two cases.
func open() (s *Service, err error) {
	s = &Service{make(chan struct{})}
	defer func() {
		if err != nil {
			s.Stop()
		}
	}()
	return s, nil
}

func waits(ctx context.Context, s *Service, done chan struct{}) {
	go func() {
		select {
		case <-ctx.Done():
			s.Stop()
		case <-done:
		}
	}()
	s.Stop()
	close(done)
}

// Nope. It can be started again, and is.
type Restarted struct{ stop chan struct{} }

func (r *Restarted) Start() { r.stop = make(chan struct{}) }

func (r *Restarted) Stop() { close(r.stop) }

func twice(r *Restarted) {
	r.Start()
	r.Stop()
	r.Start()
	r.Stop()
}

// Nope. A Once.
type Guarded struct {
	stop     chan struct{}
	stopOnce sync.Once
}

func (g *Guarded) Stop() { g.stopOnce.Do(func() { close(g.stop) }) }

func guarded(g *Guarded) {
	defer g.Stop()
	g.Stop()
}

// Nope. The caller's guard.
func once(s *Service) {
	stop := sync.OnceFunc(s.Stop)
	defer stop()
	var first sync.Once
	first.Do(func() { s.Stop() })
	first.Do(func() { s.Stop() })
}

// Nope. How a goroutine says that it is through.
type Looped struct{ gone chan struct{} }

func (l *Looped) Loop() { close(l.gone) }

func (l *Looped) start() { go l.Loop() }

// Nope. The outcome is told once, be it a value or an error.
type Promise struct {
	done  chan struct{}
	value int
	err   error
}

func (p *Promise) Resolve(value int) {
	p.value = value
	close(p.done)
}

func (p *Promise) Reject(err error) {
	p.err = err
	close(p.done)
}
