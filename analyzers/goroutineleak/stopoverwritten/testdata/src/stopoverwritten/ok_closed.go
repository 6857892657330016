package stopoverwritten

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A flag keeps the second call out.
type joiner struct {
	mu     sync.Mutex
	joined bool
	cancel context.CancelFunc
}

func (j *joiner) Join() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.joined {
		return errors.New("joined already")
	}
	j.joined = true
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel = cancel
	go everySecond(ctx)
	return nil
}

func (j *joiner) Leave() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.joined {
		j.cancel()
	}
}

// Each goroutine ends with its work.
type loader struct {
	mu     sync.Mutex
	cancel context.CancelFunc
	load   func(context.Context)
}

func (l *loader) Reload() {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	l.cancel = cancel
	go func() {
		defer cancel()
		l.load(ctx)
	}()
}

func (l *loader) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cancel != nil {
		l.cancel()
	}
}

// No lock shows that it is called twice.
type counterOf struct {
	cancel context.CancelFunc
	every  time.Duration
}

func (g *counterOf) Observe(every time.Duration) {
	ctx, cancel := context.WithCancel(context.Background())
	g.every, g.cancel = every, cancel
	go everySecond(ctx)
}

func (g *counterOf) Close() { g.cancel() }
