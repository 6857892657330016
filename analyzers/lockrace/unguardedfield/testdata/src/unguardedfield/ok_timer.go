package unguardedfield

import (
	"sync"
	"time"
)

// The lock is held at the assignment as well.
type lockedTimer struct {
	mu    sync.Mutex
	timer *time.Timer
	n     int
}

func (g *lockedTimer) Start(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.timer = time.AfterFunc(d, g.tick)
}

func (g *lockedTimer) tick() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n++
	g.timer.Reset(time.Second)
}

// The timer's own function does not use it.
type plainTimer struct{ timer *time.Timer }

func (p *plainTimer) Start(d time.Duration, work func()) { p.timer = time.AfterFunc(d, work) }
