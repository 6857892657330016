package uncancellablesleep

import (
	"context"
	"time"
)

// dispatchFor tries again until the time is over, whatever becomes of its context.
func dispatchFor(ctx context.Context, dispatch func(context.Context) error) (err error) {
	retry := time.NewTicker(10 * time.Second)
	defer retry.Stop()
	timeout := time.After(time.Minute)
	for {
		if err = dispatch(ctx); err == nil {
			return nil
		}
		select { // want `shutdown is delayed by this select in the loop at line 13: it waits for timers alone, and does not return when ctx is done`
		case <-retry.C:
		case <-timeout:
			return err
		}
	}
}
