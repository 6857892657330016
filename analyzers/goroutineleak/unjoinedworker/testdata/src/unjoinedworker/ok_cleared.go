package main

import (
	"context"
	"sync"
	"time"
)

type thermometer interface {
	Degrees() int
	Close() error
}

// A gaugeMeter measures while it has a thermometer: Stop takes that away under the lock.
type gaugeMeter struct {
	mu     sync.Mutex
	out    thermometer
	last   int
	cancel context.CancelFunc
}

func (m *gaugeMeter) Start(out thermometer) {
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
		case <-t.C:
			m.measure()
		}
	}
}

func (m *gaugeMeter) measure() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.out == nil {
		return
	}
	m.last = m.out.Degrees()
}

func (m *gaugeMeter) Stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cancel()
	m.out.Close()
	m.out = nil
}
