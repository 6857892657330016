package closedchannelspin

import (
	"context"
	"time"
)

// The next attempt fails, and the context has ended.
func attempt(ctx context.Context, try func() error) error {
	for {
		err := try()
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
