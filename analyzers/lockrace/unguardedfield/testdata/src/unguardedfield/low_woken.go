package unguardedfield

import (
	"context"
	"time"
)

// What sets the flag then cancels the context that the loop waits for: the loop sees the flag, and ends.
type scribe struct {
	ctx    context.Context
	cancel func()
	lines  chan string
	done   chan struct{}
	closed bool
}

func newScribe(ctx context.Context) *scribe {
	s := &scribe{lines: make(chan string), done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(ctx)
	return s
}

func (s *scribe) Start() { go s.write() }

func (s *scribe) write() {
	defer close(s.done)
	var page *sheet
	for !s.closed { // want `data race: s.closed is read here and set by another goroutine at line \d+, and no mutex guards it`
		wait := withName(s.ctx)
		if page != nil {
			wait = page.ctx
		}
		select {
		case line := <-s.lines:
			if page == nil {
				page = newSheet(s.ctx)
			}
			page.add(line)
		case <-wait.Done():
			page = nil
		}
	}
}

func (s *scribe) Close() {
	if !s.closed {
		s.closed = true
		s.cancel()
		<-s.done
	}
}

type sheet struct {
	ctx   context.Context
	lines []string
}

func newSheet(ctx context.Context) *sheet {
	p := &sheet{}
	p.ctx, _ = context.WithTimeout(ctx, time.Second)
	return p
}

func (p *sheet) add(line string) { p.lines = append(p.lines, line) }

func withName(ctx context.Context) context.Context { return context.WithValue(ctx, "name", "scribe") }

// So it is with a channel, which a step of the loop receives from.
type usher struct {
	doors  chan int
	quit   chan struct{}
	closed bool
}

func newUsher() *usher { return &usher{doors: make(chan int), quit: make(chan struct{})} }

func (u *usher) Start() {
	go func() {
		for {
			if u.closed { // want `data race: u.closed is read here and set by another goroutine at line \d+, and no mutex guards it`
				return
			}
			u.step()
		}
	}()
}

func (u *usher) step() {
	select {
	case n := <-u.doors:
		println(n)
	case <-u.quit:
	}
}

func (u *usher) Stop() {
	u.closed = true
	close(u.quit)
}
