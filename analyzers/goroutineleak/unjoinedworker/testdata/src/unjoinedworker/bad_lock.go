package main

import (
	"sync"
	"time"
)

// Stop holds a lock that the goroutine takes as well.
type ledger struct {
	mu    sync.Mutex
	lines []string
	store store
	stop  chan struct{}
}

func (l *ledger) Start() {
	l.stop = make(chan struct{})
	go l.flush() // want `store may be used after Stop closes it at line \d+: nothing waits for l\.flush, which Stop stops`
}

func (l *ledger) flush() {
	for {
		select {
		case <-l.stop:
			return
		case <-time.After(time.Second):
		}
		l.mu.Lock()
		for _, line := range l.lines {
			l.store.Save(line)
		}
		l.lines = nil
		l.mu.Unlock()
	}
}

func (l *ledger) Stop() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.stop)
	return l.store.Close()
}

// And one that the goroutine has nothing to do with.
type archive struct {
	mu     sync.Mutex
	closed bool
	store  store
	stop   chan struct{}
}

func (a *archive) Start() {
	a.stop = make(chan struct{})
	go a.keep() // want `store may be used after Stop closes it at line \d+: nothing waits for a\.keep, which Stop stops`
}

func (a *archive) keep() {
	for {
		select {
		case <-a.stop:
			return
		case <-time.After(time.Second):
			a.store.Save("again")
		}
	}
}

func (a *archive) Stop() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	close(a.stop)
	return a.store.Close()
}
