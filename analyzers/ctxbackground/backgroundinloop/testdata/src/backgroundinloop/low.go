package backgroundinloop

import (
	"context"
	"errors"
	"time"
)

// A deadline that is not constant may be short.
func configured(s store, timeout time.Duration) {
	go func() {
		for range time.Tick(time.Hour) {
			ctx, cancel := context.WithTimeout(context.Background(), timeout) // want `s\.Ping, in the loop`
			s.Ping(ctx)
			cancel()
		}
	}()
}

// What was taken from a queue may have to be finished, and it may be meant to outlast whoever
// put it there: two doubts, unproven.
func consumer(s store, jobs <-chan int, results chan string) {
	go func() {
		for range jobs {
			s.Ping(context.Background())
		}
	}()
	go func() {
		t := time.NewTicker(time.Second)
		for {
			select {
			case <-t.C:
			case r := <-results:
				s.Ping(context.WithValue(context.Background(), key{}, r))
			}
		}
	}()
}

// It ends what the loop had.
func cleanup(s interface{ Flush(context.Context) error }) {
	go func() {
		for range time.Tick(time.Second) {
			s.Flush(context.Background()) // want `s\.Flush, in the loop`
		}
	}()
}

// An endless loop that an error leaves: closing what it reads from ends it.
func accept(l interface {
	Accept(context.Context) (any, error)
}) {
	go func() {
		for {
			if _, err := l.Accept(context.Background()); err != nil { // want `l\.Accept, in the loop`
				return
			}
		}
	}()
}

// Package initialization has no context to give, and what it starts is there for good.
type loadAverage struct{ store store }

func (l *loadAverage) watch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Minute):
			l.store.Collect(ctx)
		}
	}
}

var load loadAverage

func init() {
	go load.watch(context.Background()) // want `load\.watch, started`
	go load.each()
}

func (l *loadAverage) each() {
	for range time.Tick(time.Minute) {
		l.store.Collect(context.Background()) // want `l\.store\.Collect, in the loop`
	}
}

// Who closes the hub ends the wait, and the loop.
func follow(wait func(ctx context.Context, n int) error, apply func(int)) {
	go func() {
		for n := 0; ; n++ {
			err := wait(context.Background(), n) // want `wait, in the loop`
			if errors.Is(err, errClosed) {
				return
			}
			apply(n)
			time.Sleep(time.Second)
		}
	}()
}

var errClosed = errors.New("closed")
