package stopoverwritten

import (
	"context"
	"sync"
)

type feeds struct {
	mu  sync.Mutex
	all map[string]context.CancelFunc
}

func (f *feeds) Add(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	ctx, cancel := context.WithCancel(context.Background())
	f.all[name] = cancel
	go f.follow(ctx)
}

func (f *feeds) follow(ctx context.Context) { <-ctx.Done() }

func (f *feeds) Remove(name string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.all, name) // want `goroutine started at line 18 can no longer be stopped: Remove deletes its cancel function from all, and does not call it`
}

// A second call loses the goroutine of the first, and the lock shows that calls may meet.
type meter struct {
	mu     sync.Mutex
	cancel context.CancelFunc
}

func (m *meter) Start(parent context.Context) {
	m.mu.Lock()
	defer m.mu.Unlock()
	ctx, cancel := context.WithCancel(parent)
	m.cancel = cancel // want `goroutine started at line 40 can no longer be stopped after a second call of Start`
	go func() { <-ctx.Done() }()
}

func (m *meter) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cancel != nil {
		m.cancel()
		m.cancel = nil
	}
}
