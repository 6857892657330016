package blockingunderlock

import (
	"context"
	"sync"
	"time"
)

// What is written is taken out under the lock, and written without it; the flush has a lock of its own, which
// nothing else acquires.
type chute struct {
	out sink

	flushing sync.Mutex
	mu       sync.Mutex
	lines    []string
}

func (c *chute) Add(line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines = append(c.lines, line)
}

func (c *chute) Flush(ctx context.Context) error {
	c.flushing.Lock()
	defer c.flushing.Unlock()
	c.mu.Lock()
	batch := c.lines
	c.lines = nil
	c.mu.Unlock()
	return c.write(ctx, batch)
}

func (c *chute) write(ctx context.Context, batch []string) (err error) {
	for range 5 {
		if err = c.out.Write(ctx, batch); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// What is repeated asks nothing outside.
type slide struct {
	mu sync.Mutex
	n  int
}

func (s *slide) Add() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
}

func (s *slide) Settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range 3 {
		if s.step() == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (s *slide) step() error { s.n--; return nil }
