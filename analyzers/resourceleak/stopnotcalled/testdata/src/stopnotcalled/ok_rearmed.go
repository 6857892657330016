package stopnotcalled

import (
	"context"
	"time"
)

// Silent: a second context is made only where there is none, and its end cancels it.
func gather(ctx context.Context, taps <-chan struct{}, flush func()) {
	var timer context.Context
	var cancel context.CancelFunc
	for {
		wait := ctx
		if timer != nil {
			wait = timer
		}
		select {
		case <-wait.Done():
			if timer == nil && cancel == nil {
				return
			}
			cancel()
			timer = nil
			cancel = nil
			flush()
		case <-taps:
			if timer == nil {
				timer, cancel = context.WithTimeout(ctx, time.Second)
			}
		}
	}
}
