package uncancellablesleep

import (
	"context"
	"time"
)

func wink() { time.Sleep(50 * time.Millisecond) }

// The pause is short.
func winking(ctx context.Context, try func(context.Context) error) {
	for ctx.Err() == nil {
		_ = try(ctx)
		wink()
	}
}

func untilDone(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// The helper ends with the context.
func endsInHelper(ctx context.Context, try func(context.Context) error) {
	for ctx.Err() == nil {
		_ = try(ctx)
		untilDone(ctx, time.Minute)
	}
}

// No context is known to the loop.
func napsAlone(try func() error) {
	for range 3 {
		if try() == nil {
			return
		}
		nap()
	}
}
