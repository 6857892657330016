package uncancellablesleep

import (
	"context"
	"time"
)

// dispatchWhile ends with its context.
func dispatchWhile(ctx context.Context, dispatch func(context.Context) error) error {
	retry := time.NewTicker(10 * time.Second)
	defer retry.Stop()
	timeout := time.After(time.Minute)
	for {
		err := dispatch(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-retry.C:
		case <-timeout:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// dispatchUntil asks before each wait, which is short.
func dispatchUntil(ctx context.Context, dispatch func(context.Context) error) error {
	retry := time.NewTicker(time.Millisecond)
	defer retry.Stop()
	for ctx.Err() == nil {
		if err := dispatch(ctx); err == nil {
			return nil
		}
		select {
		case <-retry.C:
		}
	}
	return ctx.Err()
}
