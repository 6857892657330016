package lostbatch

import (
	"context"
	"errors"
	"log"
)

type hook struct{ url string }

// What Enqueue has accepted waits in the buffer when the loop ends.
type hooks struct {
	queue chan hook
	post  func(hook) error
	done  chan struct{}
}

func newHooks(post func(hook) error) *hooks {
	return &hooks{queue: make(chan hook, 256), post: post, done: make(chan struct{})}
}

func (s *hooks) Enqueue(h hook) bool {
	select {
	case s.queue <- h:
		return true
	default:
		return false
	}
}

func (s *hooks) deliver(h hook) {
	if err := s.post(h); err != nil {
		log.Print(err)
	}
}

func (s *hooks) Run(ctx context.Context) {
	defer close(s.done)
	for {
		select {
		case h := <-s.queue:
			s.deliver(h)
		case <-ctx.Done():
			return // want `what s\.queue still holds is lost: the loop ends here without draining it, and its sender has reported that it is accepted \(line \d+\)`
		}
	}
}

// The sender blocks until there is space, and returns no error.
type orders struct {
	in   chan hook
	stop chan struct{}
}

var errStopped = errors.New("stopped")

func newOrders(size int) *orders {
	o := &orders{in: make(chan hook, size), stop: make(chan struct{})}
	go o.work()
	return o
}

func (o *orders) Place(h hook) error {
	select {
	case o.in <- h:
		return nil
	case <-o.stop:
		return errStopped
	}
}

func (o *orders) work() {
	for {
		select {
		case <-o.stop:
			return // want `what o\.in still holds is lost`
		case h := <-o.in:
			place(h)
		}
	}
}

func place(h hook) { println(h.url) }
