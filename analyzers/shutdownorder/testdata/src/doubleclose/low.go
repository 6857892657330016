package doubleclose

import (
	"context"
	"sync"
	"time"
)

type Daemon struct {
	stop    chan struct{} // closed by Stop
	workers sync.WaitGroup
}

func (s *Daemon) Start() { s.workers.Go(s.run) }

func (s *Daemon) run() { <-s.stop }

func (s *Daemon) Stop() {
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
type Jobs[T any] struct {
	jobs chan T
	err  error
}

func (p *Jobs[T]) Submit(v T) { p.jobs <- v }

func (p *Jobs[T]) Shutdown(ctx context.Context) error {
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

// Conditions decide about each of the calls, and may exclude each other.
func either(ok bool) {
	s := NewWriter()
	if ok {
		s.Stop()
	}
	println("between")
	if !ok {
		s.Stop()
	}
}

type Writer struct{ quit chan struct{} }

func NewWriter() *Writer { return &Writer{quit: make(chan struct{})} }

func (w *Writer) Stop() { close(w.quit) } // want `every call of Stop closes w\.quit, and it is called on one value at line \d+ and line \d+`

// A flag of the caller's is a guard, of a kind.
type Watcher struct{ quit chan struct{} }

func (w *Watcher) Stop() { close(w.quit) } // want `every call of Stop closes w\.quit, and it is called on one value again and again at line \d+`

func watch(w *Watcher, events <-chan string) {
	stopped := false
	for range events {
		if !stopped {
			w.Stop()
			stopped = true
		}
	}
}

// Many call it, each with a value of its own, as far as the package shows.
type Lease struct{ stop chan struct{} }

func (l *Lease) Stop() { close(l.stop) } // want `every call of Stop closes l\.stop`

func ends(a, b *Lease) {
	a.Stop()
	b.Stop()
}
