package unlockedaccess

import (
	"sync"
	"time"
)

// A timer runs the method, which starts itself again.
type batch struct {
	mu    sync.Mutex
	lines []string
	flush func([]string)
}

func newBatch(flush func([]string)) *batch {
	b := &batch{flush: flush}
	time.AfterFunc(time.Second, b.tick)
	return b
}

func (b *batch) Add(line string) {
	b.mu.Lock()
	b.lines = append(b.lines, line)
	b.mu.Unlock()
}

func (b *batch) tick() {
	b.flush(b.lines) // want `data race with line \d+: b\.lines is read without b\.mu, which 3 of 4 accesses hold`
	b.mu.Lock()
	b.lines = nil
	b.mu.Unlock()
	time.AfterFunc(time.Second, b.tick)
}
