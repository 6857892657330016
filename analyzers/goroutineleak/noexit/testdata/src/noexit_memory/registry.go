package memory

import (
	"sync"
	"time"
)

// A value for each name, made once and kept.
type throttler struct{ next chan struct{} }

var (
	throttlersMu sync.Mutex
	throttlers   = make(map[string]*throttler)
)

func throttlerFor(name string) *throttler {
	throttlersMu.Lock()
	defer throttlersMu.Unlock()
	t, ok := throttlers[name]
	if ok {
		return t
	}
	t = newThrottler()
	throttlers[name] = t
	return t
}

func newThrottler() *throttler {
	t := &throttler{next: make(chan struct{}, 1)}
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			<-t.next
			time.Sleep(time.Second)
		}
	}()
	return t
}

// One more each time, whatever the map holds.
type sampler struct{ next chan struct{} }

var samplers = make(map[string]*sampler)

func sample(name string) {
	s := newSampler()
	samplers[name] = s
}

func newSampler() *sampler {
	s := &sampler{next: make(chan struct{}, 1)}
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			<-s.next
			time.Sleep(time.Second)
		}
	}()
	return s
}

// Housekeeping of the package, which remembers and forgets.
var seen sync.Map

func Init() { go forget() }

func forget() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		time.Sleep(time.Minute)
		seen.Clear()
	}
}

// The wait before has an end; what is called behind it has none.
type connector struct{ ready bool }

func (c *connector) start() {
	go func() {
		for !c.ready {
			time.Sleep(time.Second)
		}
		c.keep()
	}()
}

func (c *connector) keep() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		time.Sleep(time.Second)
		c.ready = false
	}
}
