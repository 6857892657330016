package unguardedfield

import (
	"sync"
	"time"
)

// The function of the timer holds a lock for another field, and the assignment none.
type evictor struct {
	mu    sync.Mutex
	cache map[string]int
	timer *time.Timer
}

func (e *evictor) Start(d time.Duration) {
	e.timer = time.AfterFunc(d, func() { // want `nil dereference or data race: the function of the timer reads e\.timer at line \d+, perhaps before e\.timer is assigned, and no common lock orders the two`
		e.mu.Lock()
		defer e.mu.Unlock()
		e.cache = nil
		e.timer.Reset(d)
	})
}

// It is a method, and reads the field in a helper.
type folder struct {
	mu      sync.Mutex
	items   []string
	cleanup *time.Timer
}

func newFolder(d time.Duration) *folder {
	f := &folder{}
	f.cleanup = time.AfterFunc(d, f.tidy) // want `nil dereference or data race: the function of the timer reads f\.cleanup at line \d+, perhaps before f\.cleanup is assigned, and no common lock orders the two`
	return f
}

func (f *folder) tidy() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.items = nil
	f.again()
}

func (f *folder) again() { f.cleanup.Reset(time.Second) }
