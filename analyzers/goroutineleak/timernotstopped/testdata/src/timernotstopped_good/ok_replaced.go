package timernotstopped_good

import (
	"sync"
	"time"
)

type savedDraft struct {
	mu     sync.Mutex
	closed bool
	idle   *time.Timer
	save   func()
}

func (d *savedDraft) Touch() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	if d.idle != nil {
		d.idle.Stop()
	}
	d.idle = time.AfterFunc(time.Second, d.save)
}

func (d *savedDraft) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	if d.idle != nil {
		d.idle.Stop()
	}
}

// The first entry of a batch starts the timer.
type batch struct {
	mu    sync.Mutex
	rows  []string
	timer *time.Timer
	write func([]string)
}

func (b *batch) Add(row string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.rows) == 0 {
		b.timer = time.AfterFunc(time.Second, b.flush)
	}
	b.rows = append(b.rows, row)
}

func (b *batch) flush() {
	b.mu.Lock()
	rows := b.rows
	b.rows = nil
	b.mu.Unlock()
	b.write(rows)
}

func (b *batch) Close() {
	b.mu.Lock()
	b.timer.Stop()
	b.mu.Unlock()
	b.flush()
}

// A helper stops the one before.
type alarm struct {
	mu    sync.Mutex
	timer *time.Timer
	ring  func()
}

func (a *alarm) Set(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clear()
	a.timer = time.AfterFunc(d, a.ring)
}

func (a *alarm) clear() {
	if a.timer != nil {
		a.timer.Stop()
	}
}

func (a *alarm) Close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.clear()
}

// A key that is known already has a timer.
type seats struct {
	mu     sync.Mutex
	timers map[int]*time.Timer
}

func (s *seats) Hold(seat int, free func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.timers[seat]; taken {
		return false
	}
	s.timers[seat] = time.AfterFunc(time.Minute, free)
	return true
}

func (s *seats) Buy(seat int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, ok := s.timers[seat]; ok {
		t.Stop()
		delete(s.timers, seat)
	}
}
