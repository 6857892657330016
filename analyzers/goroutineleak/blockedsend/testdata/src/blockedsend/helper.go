package blockedsend

import (
	"context"
	"sync"
	"sync/atomic"
)

// The send is in a literal that the goroutine calls.
func viaHelper(ctx context.Context, work func() (int, error)) error {
	failed := make(chan error)
	report := func(_ int, err error) {
		failed <- err // want `send on failed blocks forever when viaHelper returns at line \d+ without receiving`
	}
	go func() { report(work()) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Two goroutines report, and one report is received.
func fastest(a, b func() error) error {
	failed := make(chan error)
	report := func(err error) {
		failed <- err // want `send on failed blocks forever when fastest returns at line \d+ before it has received all values`
	}
	go func() { report(a()) }()
	go func() { report(b()) }()
	return <-failed
}

// Nothing is received on the way out, whoever was first.
func firstOrEnd(ctx context.Context, a, b func() error) error {
	failed := make(chan error)
	var mu sync.Mutex
	sent := false
	report := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if sent {
			return
		}
		sent = true
		failed <- err // want `send on failed blocks forever when firstOrEnd returns at line \d+ without receiving`
	}
	go func() { report(a()) }()
	go func() { report(b()) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Only the first of them sends.
func firstOnly(a, b func() error) error {
	failed := make(chan error)
	var sent atomic.Bool
	report := func(err error) {
		if sent.CompareAndSwap(false, true) {
			failed <- err
		}
	}
	go func() { report(a()) }()
	go func() { report(b()) }()
	return <-failed
}

// The same with a flag under a lock.
func firstFlagged(a, b func() error) error {
	failed := make(chan error)
	var mu sync.Mutex
	sent := false
	report := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if !sent {
			sent = true
			failed <- err
		}
	}
	go func() { report(a()) }()
	go func() { report(b()) }()
	return <-failed
}

// And with a sync.Once.
func firstOnce(ctx context.Context, a, b func() error) error {
	failed := make(chan error, 1)
	var once sync.Once
	report := func(err error) { once.Do(func() { failed <- err }) }
	go func() { report(a()) }()
	go func() { report(b()) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// There is room for what is reported.
func roomForHelper(ctx context.Context, work func() error) error {
	failed := make(chan error, 1)
	report := func(err error) { failed <- err }
	go func() { report(work()) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
