package stopnotcalled

import (
	"context"
	"errors"

	"time"
)

// Each call leaves a ticker, which newer versions of Go collect.
func beat(ctx context.Context, send func() error) error {
	tick := time.NewTicker(time.Second) // want `tick is not stopped on the return at line 17: it keeps its timer, and each call leaves another one .*low confidence: since Go 1.23`
	for {
		select {
		case <-tick.C:
			if err := send(); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// One path stops it.
func beatOnce(ctx context.Context, send func() error) error {
	tick := time.NewTicker(time.Second) // want `tick is not stopped on the return at line 31`
	select {
	case <-tick.C:
	case <-ctx.Done():
		return errors.New("late")
	}
	tick.Stop()
	return send()
}
