package lifecycle

import (
	"context"
	"time"
)

// Every calls fn once per interval until ctx ends; it returns when ctx has
// ended and fn is not running. The first call comes after one interval. Calls
// never overlap: like a time.Ticker, Every drops the ticks that a slow fn
// misses. After ctx has ended fn is not called again. An interval of zero or
// less panics, as time.NewTicker does.
func Every(ctx context.Context, interval time.Duration, fn func(context.Context)) {
	t := time.NewTicker(interval)
	defer t.Stop()
	for range Recv(ctx, t.C) {
		fn(ctx)
	}
}

// Sleep pauses for d, or until ctx ends, and returns ctx.Err() if the sleep was cut short.
// If ctx has already ended it returns immediately; so it does, with nil, for d of zero or
// less.
func Sleep(ctx context.Context, d time.Duration) error {
	if err := endOf(ctx); err != nil || d <= 0 {
		return err
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
