package uncancellablesleep

import (
	"context"
	"sync/atomic"
	"time"
)

// The loop has a limit of its own.
func waitCounted(ctx context.Context, ready func() bool) error {
	ok := make(chan struct{}, 1)
	go func() {
		for n := 0; n < 20 && !ready(); n++ {
			time.Sleep(100 * time.Millisecond)
		}
		ok <- struct{}{}
	}()
	select {
	case <-ok:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A flag ends the loop.
func waitFlagged(ctx context.Context, ready func() bool) error {
	var left atomic.Bool
	defer left.Store(true)
	ok := make(chan struct{})
	go func() {
		for !left.Load() && !ready() {
			time.Sleep(100 * time.Millisecond)
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

// The function waits for as long as it takes.
func waitAll(ready func() bool) {
	ok := make(chan struct{})
	go func() {
		for !ready() {
			time.Sleep(100 * time.Millisecond)
		}
		close(ok)
	}()
	<-ok
}
