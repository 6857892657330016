// Package a has methods that can be called once, and others.
package a

import (
	"sync"

	"b"
)

type service struct {
	stop, done chan struct{}
	once       sync.Once
	closed     bool
	worker     *b.Worker
	other      *b.Worker
	event      chan struct{}
}

// Can be started again.
type restarted struct{ stop chan struct{} }

func (r *restarted) Start() { r.stop = make(chan struct{}) }

func (r *restarted) Stop() { close(r.stop) }

func (s *service) Stop() error { // want Stop:"closes .stop"
	if s.closed {
		s.closed = false
	}
	close(s.stop)
	return nil
}

func (s *service) Close() error { return s.Stop() } // want Close:"closes .stop"

func (s *service) Shutdown() { // want Shutdown:"closes .worker.stop"
	defer s.worker.Stop()
	<-s.done
}

// Guarded, made anew, conditional, the end of a goroutine.
func (s *service) Once() { s.once.Do(func() { close(s.stop) }) }

func (s *service) Flag() {
	if s.closed {
		return
	}
	s.closed = true
	close(s.stop)
}

func (s *service) Renew() {
	close(s.event)
	s.event = make(chan struct{})
}

func (s *service) Select() {
	select {
	case <-s.stop:
	default:
		close(s.stop)
	}
}

func (s *service) Run() {
	defer close(s.done)
	<-s.stop
}

func (s *service) Loop() { close(s.done) }

func (s *service) start() { go s.Loop() }

func (s *service) Swap() {
	s.other.Stop()
	s.other = nil
}

func Foreign(w *b.Worker) { w.Stop() }

func (s *service) Tells() {
	s.event <- struct{}{}
	close(s.done)
}

type queue struct {
	jobs   chan int
	locked chan int
	mu     sync.Mutex
}

func (q *queue) Submit(n int) { q.jobs <- n }

// Nope. It tests something first.
func (q *queue) Try(n int) {
	if n > 0 {
		q.jobs <- n
	}
}

func (q *queue) Stop() { close(q.jobs) } // want Stop:`closes .jobs of \(\*a.queue\).Submit`

func (q *queue) SubmitLocked(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.locked <- n
}

func (q *queue) Close() { close(q.locked) } // want Close:"closes .locked"
