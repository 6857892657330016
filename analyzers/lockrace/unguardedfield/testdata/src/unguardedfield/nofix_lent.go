package unguardedfield

import (
	"sync"
	"time"
)

// A Ferry is passed to callbacks, and read where it was found.
type Ferry struct{ load int }

func (f *Ferry) Board(n int) {
	f.load += n // want `data race: f.load is written here and read by another goroutine at line \d+, and only that one holds a lock`
}

type Ferries struct {
	mu  sync.RWMutex
	all []*Ferry
}

func (f *Ferries) Each(do func(*Ferry)) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, ferry := range f.all {
		do(ferry)
	}
}

func (f *Ferries) Open() {
	f.mu.Lock()
	f.all = append(f.all, &Ferry{})
	f.mu.Unlock()
	go func() {
		for range time.Tick(time.Minute) {
			f.mu.RLock()
			for _, ferry := range f.all {
				println(ferry.load)
			}
			f.mu.RUnlock()
		}
	}()
}
