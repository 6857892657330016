package uncancellablesleep

import (
	"context"
	"time"
)

// A second, and the loop looks at its signal in each round.
func everySecond(ctx context.Context, poll func() bool) error {
	for !poll() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		time.Sleep(time.Second) // want `time.Sleep in the loop at line \d+`
	}
	return nil
}
