package timernotstopped_good

import (
	"context"
	"net/http"
	"sync"
	"time"
)

type watchedHeartbeat struct {
	mu    sync.Mutex
	url   string
	next  *time.Timer
	ended bool
}

func (h *watchedHeartbeat) Start() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.next != nil {
		return
	}
	h.next = time.AfterFunc(time.Second, h.beat)
}

func (h *watchedHeartbeat) beat() {
	resp, err := http.Get(h.url)
	if err == nil {
		resp.Body.Close()
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ended {
		h.next.Reset(time.Second)
	}
}

func (h *watchedHeartbeat) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.ended = true
	h.next.Stop()
}

// A context ends it.
type mirror struct {
	ctx    context.Context
	cancel context.CancelFunc
	pull   func(context.Context) error
	timer  *time.Timer
}

func newMirror(pull func(context.Context) error) *mirror {
	ctx, cancel := context.WithCancel(context.Background())
	s := &mirror{ctx: ctx, cancel: cancel, pull: pull}
	s.timer = time.AfterFunc(time.Second, s.run)
	return s
}

func (s *mirror) run() {
	if s.pull(s.ctx) == nil {
		s.timer.Reset(time.Second)
	}
}

func (s *mirror) Close() {
	s.cancel()
	s.timer.Stop()
}

// Stop sets the field to nil, for which the function looks.
type retry struct {
	mu    sync.Mutex
	timer *time.Timer
	send  func() error
}

func (r *retry) again() {
	err := r.send()
	r.mu.Lock()
	defer r.mu.Unlock()
	if err != nil && r.timer != nil {
		r.timer.Reset(time.Second)
	}
}

func (r *retry) Start() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		return
	}
	r.timer = time.AfterFunc(time.Second, r.again)
}

func (r *retry) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
}
