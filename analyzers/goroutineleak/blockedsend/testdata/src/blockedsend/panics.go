package blockedsend

import (
	"context"
	"fmt"
)

// Room for the result, or for the panic in its place: there is never a second.
func recovered(ctx context.Context, work func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				errc <- fmt.Errorf("panic: %v", r)
			}
		}()
		errc <- work()
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The same with the test turned around.
func recoveredEarly(ctx context.Context, work func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			r := recover()
			if r == nil {
				return
			}
			errc <- fmt.Errorf("panic: %v", r)
		}()
		errc <- work()
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// The end is told whether there was a panic or not.
func recoveredAndTold(ctx context.Context, work func() error) error {
	errc, done := make(chan error, 1), make(chan bool)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				errc <- fmt.Errorf("panic: %v", r)
			}
			done <- true // want `send on done blocks forever when recoveredAndTold returns at line \d+ without receiving`
		}()
		errc <- work()
	}()
	select {
	case <-done:
		return <-errc
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Nothing is received after the first of two, one of which may be a panic.
func recoveredSecond(ctx context.Context, check, work func() error) error {
	errc := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				errc <- fmt.Errorf("panic: %v", r)
			}
		}()
		if err := check(); err != nil {
			errc <- err
		}
		errc <- work() // want `send on errc blocks forever when recoveredSecond returns at line \d+ without receiving`
	}()
	select {
	case err := <-errc:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
