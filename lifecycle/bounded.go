package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Wait waits for w, a *sync.WaitGroup for instance, but no longer than ctx. It
// returns nil if w.Wait returned, else an error that wraps ctx.Err(). w.Wait is
// always called; after an early return its goroutine stays until w.Wait ends.
// A panic in w.Wait panics here, with a *PanicError.
func Wait(ctx context.Context, w interface{ Wait() }) error {
	return rethrow(bounded(ctx, func() error { w.Wait(); return nil }))
}

// Within runs fn, but waits for it no longer than d. It returns nil if fn returned, else an
// error that wraps context.DeadlineExceeded; fn then keeps running in the background. fn is
// always started, even for d of zero or less. A panic in fn panics here, with a
// *PanicError: in a deferred call it continues unwinding, as if fn itself had been
// deferred.
func Within(d time.Duration, fn func()) error {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	return rethrow(bounded(ctx, func() error { fn(); return nil }))
}

// errAbandoned marks what did not end in its time.
var errAbandoned = errors.New("not finished in time, abandoned")

// bounded runs fn in a goroutine of its own until it returns or ctx ends. A
// panic comes back as a *PanicError; an fn that did not return as an error that
// wraps errAbandoned and ctx.Err().
func bounded(ctx context.Context, fn func() error) error {
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }() // also when fn calls runtime.Goexit
		err = protect(fn)
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select { // both may have been ready
	case err := <-done:
		return err
	default:
		return fmt.Errorf("%w: %w", errAbandoned, ctx.Err())
	}
}

// rethrow panics in the calling goroutine if err is a recovered panic.
func rethrow(err error) error {
	if p, ok := err.(*PanicError); ok {
		panic(p)
	}
	return err
}
