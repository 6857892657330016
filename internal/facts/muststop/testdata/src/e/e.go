package e

import (
	"os"
	"sync"
	"time"
)

// Averages forgets in memory.
type Averages struct {
	mu   sync.Mutex
	sum  int
	stop chan struct{}
}

func NewAverages() *Averages { // want NewAverages:`needs Stop`
	a := &Averages{stop: make(chan struct{})}
	go a.run()
	return a
}

func (a *Averages) Stop() { close(a.stop) }

func (a *Averages) run() {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			a.mu.Lock()
			a.sum = 0
			a.mu.Unlock()
		case <-a.stop:
			return
		}
	}
}

// Spool removes files.
type Spool struct {
	dir  string
	stop chan struct{}
}

func NewSpool(dir string) *Spool { // want NewSpool:`needs Stop`
	s := &Spool{dir: dir, stop: make(chan struct{})}
	go s.run()
	return s
}

func (s *Spool) Stop() { close(s.stop) }

func (s *Spool) run() {
	for {
		select {
		case <-time.After(time.Minute):
			os.RemoveAll(s.dir)
		case <-s.stop:
			return
		}
	}
}

// Feed hands on what others may store.
type Feed struct {
	out  chan time.Time
	stop chan struct{}
}

func NewFeed(out chan time.Time) *Feed { // want NewFeed:`needs Stop`
	f := &Feed{out: out, stop: make(chan struct{})}
	go f.run()
	return f
}

func (f *Feed) Stop() { close(f.stop) }

func (f *Feed) run() {
	for {
		select {
		case f.out <- time.Now():
		case <-f.stop:
			return
		}
	}
}
