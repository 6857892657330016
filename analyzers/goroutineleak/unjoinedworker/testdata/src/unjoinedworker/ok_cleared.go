package main

import (
	"context"
	"os"
	"sync"
	"time"
)

// A gaugeMeter writes what it has measured while it has a file: Stop takes that away under the lock.
type gaugeMeter struct {
	mu     sync.Mutex
	out    *os.File
	cancel context.CancelFunc
}

func (m *gaugeMeter) Start(out *os.File) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out = out
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel = cancel
	go m.ticker(ctx)
}

func (m *gaugeMeter) ticker(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-t.C:
			m.measure(now)
		}
	}
}

func (m *gaugeMeter) measure(now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.out == nil {
		return
	}
	m.out.WriteString(now.String())
}

func (m *gaugeMeter) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cancel()
	m.out.Close()
	m.out = nil
}
