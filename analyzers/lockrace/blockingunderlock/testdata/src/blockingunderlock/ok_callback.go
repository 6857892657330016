package blockingunderlock

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// The functions are copied under the lock, and called without it.
type Chime struct {
	mu    sync.Mutex
	next  int
	calls map[int]func(alarm)
}

func (c *Chime) Listen(call func(alarm)) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	c.calls[c.next] = call
	return c.next
}

func (c *Chime) Leave(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, id)
}

func (c *Chime) Ring(a alarm) {
	c.mu.Lock()
	calls := slices.Collect(maps.Values(c.calls))
	c.mu.Unlock()
	for _, call := range calls {
		call(a)
	}
}

// What is called is the package's own.
type Jobs struct {
	mu      sync.Mutex
	cancels map[string]context.CancelFunc
}

func (j *Jobs) Start(name string) {
	_, cancel := context.WithCancel(context.Background())
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancels[name] = cancel
}

func (j *Jobs) Stop(name string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cancels[name]()
	delete(j.cancels, name)
}

// The documentation says what a function may do.
type Strict struct {
	mu    sync.Mutex
	calls map[string]func()
}

// Add registers a function, which must not call methods of s.
func (s *Strict) Add(name string, call func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[name] = call
}

func (s *Strict) Drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, name)
}

func (s *Strict) Run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, call := range s.calls {
		call()
	}
}
