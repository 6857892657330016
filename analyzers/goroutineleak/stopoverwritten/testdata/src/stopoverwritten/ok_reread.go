package stopoverwritten

import (
	"context"
	"sync"
)

type rereadMeter struct {
	ctx     context.Context
	cancel  context.CancelFunc
	running sync.WaitGroup
	measure func()
}

// Nope. It is waited for before the field is replaced.
func (m *rereadMeter) run() {
	defer m.running.Done()
	for m.ctx.Err() == nil {
		m.measure()
	}
}

func (m *rereadMeter) restart() {
	m.cancel()
	m.running.Wait()
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.running.Add(1)
	go m.run()
}

type rereadGauge struct {
	ctx     context.Context
	cancel  context.CancelFunc
	measure func()
}

// Nope. It reads the field once.
func (g *rereadGauge) run() {
	ctx := g.ctx
	for ctx.Err() == nil {
		g.measure()
	}
}

func (g *rereadGauge) restart() {
	g.cancel()
	g.ctx, g.cancel = context.WithCancel(context.Background())
	go g.run()
}

type rereadShared struct {
	ctx     context.Context
	cancel  context.CancelFunc
	measure func()
}

func newShared(measure func()) *rereadShared {
	s := &rereadShared{measure: measure}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	go s.run()
	return s
}

// Nope. The goroutine is not started again, and continues with the new context.
func (s *rereadShared) run() {
	for {
		if s.ctx.Err() != nil {
			continue
		}
		s.measure()
	}
}

func (s *rereadShared) renew() {
	s.cancel()
	s.ctx, s.cancel = context.WithCancel(context.Background())
}
