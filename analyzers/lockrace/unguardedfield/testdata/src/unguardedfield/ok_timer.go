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

// Callers hold the lock for the assignment, and for the read, most of them.
type scheduled struct {
	mu    sync.Mutex
	timer *time.Timer
	next  time.Duration
}

func (s *scheduled) Begin() { s.schedule() }

func (s *scheduled) Delay(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = d
	s.schedule()
}

func (s *scheduled) run() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.schedule()
}

// Lock must be held outside.
func (s *scheduled) schedule() {
	s.stop()
	s.timer = time.AfterFunc(s.next, s.run)
}

func (s *scheduled) stop() {
	if s.timer != nil {
		s.timer.Stop()
	}
}
