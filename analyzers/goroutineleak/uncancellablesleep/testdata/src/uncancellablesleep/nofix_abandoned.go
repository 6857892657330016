package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

// The goroutine asks what is never ready, long after the limit.
func waitReady(ctx context.Context, ready func() bool) error {
	ok := make(chan struct{})
	go func() {
		for !ready() {
			time.Sleep(500 * time.Millisecond) // want `goroutine started at line 12 is leaked when its starter stops waiting for it at line 21: the loop at line 13 ends only when it succeeds`
		}
		close(ok)
	}()
	select {
	case <-ok:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func dialUntil(dial func() (int, error), limit time.Duration) (int, error) {
	conns := make(chan int, 1)
	go func() {
		for {
			if conn, err := dial(); err == nil {
				conns <- conn
				return
			}
			time.Sleep(time.Second) // want `goroutine started at line 28 is leaked when its starter stops waiting for it at line 40: the loop at line 29 ends only when it succeeds`
		}
	}()
	select {
	case conn := <-conns:
		return conn, nil
	case <-time.After(limit):
		return 0, errors.New("not reachable")
	}
}
