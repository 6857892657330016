package timernotstopped_good

import (
	"sync"
	"time"
)

type shownTrial struct {
	mu      sync.Mutex
	over    bool
	warning *time.Timer
	warn    func(string)
}

type goodPlan struct{}

func (p *goodPlan) Begin(user string, warn func(string)) *shownTrial {
	t := &shownTrial{warn: warn}
	t.warning = time.AfterFunc(time.Hour, func() {
		t.warn(user)
		t.Close()
	})
	return t
}

func (t *shownTrial) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	t.warning.Stop()
}

// The function looks first whether the visit has ended.
type visit struct {
	mu    sync.Mutex
	ended bool
	limit *time.Timer
	warn  func()
}

func newVisit(warn func()) *visit {
	v := &visit{warn: warn}
	v.limit = time.AfterFunc(time.Hour, v.tooLong)
	return v
}

func (v *visit) tooLong() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ended {
		return
	}
	v.warn()
}

func (v *visit) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.ended = true
}

// Nothing ends a poll.
type poll struct {
	timer *time.Timer
	count func()
}

func newPoll(count func()) *poll {
	p := &poll{count: count}
	p.timer = time.AfterFunc(time.Hour, func() { p.count() })
	return p
}
