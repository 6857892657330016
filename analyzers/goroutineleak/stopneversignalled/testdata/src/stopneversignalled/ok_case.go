package stopneversignalled

import (
	"context"
	"net"
	"time"
)

type listener struct {
	quit chan struct{}
	Gone chan struct{} // importers may close it
}

func newListener() *listener {
	return &listener{quit: make(chan struct{}), Gone: make(chan struct{})}
}

func (l *listener) poll() bool {
	select {
	case <-l.quit: // closed by Close, by way of a variable
		return false
	case <-l.Gone:
		return false
	case <-time.After(time.Second):
		return true
	}
}

func (l *listener) Close() {
	quit := l.quit
	close(quit)
}

// watch ends with the function that started it.
func watch(ctx context.Context, l net.Listener) error {
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-ctx.Done():
			l.Close()
		case <-done:
		}
	}()
	_, err := l.Accept()
	return err
}

// optional has a case that is off: the channel is nil.
func optional(ctx context.Context, enabled bool) {
	var ready chan struct{}
	if enabled {
		ready = make(chan struct{})
		go func() { close(ready) }()
	}
	select {
	case <-ready:
	case <-ctx.Done():
	}
}

// handed is closed by what it is passed to.
func handed(ctx context.Context, start func(chan<- struct{})) {
	started := make(chan struct{})
	start(started)
	select {
	case <-started:
	case <-ctx.Done():
	}
}

// withinContext ends with its context in any case.
func withinContext(ctx context.Context, ticks <-chan int) {
	done := make(chan struct{})
	go func() {
		select {
		case <-ctx.Done():
		case <-ticks:
		case <-done:
		}
	}()
}
