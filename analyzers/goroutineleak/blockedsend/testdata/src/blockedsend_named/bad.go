// Package blockedsend_named imports a package called test, which is not made for tests.
package blockedsend_named

import (
	"context"

	"blockedsend_named/test"
)

func measure(ctx context.Context) error {
	done := make(chan error)
	go func() {
		done <- test.Measure(1500) // want `send on done blocks forever when measure returns at line 19 without receiving`
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
