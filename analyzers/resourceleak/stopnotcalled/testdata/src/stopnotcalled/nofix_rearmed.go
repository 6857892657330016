package stopnotcalled

import (
	"context"
	"time"
)

// The pass that finds a context makes another one.
func regather(ctx context.Context, taps <-chan struct{}, flush func()) {
	var timer context.Context
	var cancel context.CancelFunc
	for {
		wait := ctx
		if timer != nil {
			wait = timer
		}
		select {
		case <-wait.Done():
			if timer == nil {
				return
			}
			cancel()
			timer = nil
			flush()
		case <-taps:
			if ctx != nil {
				timer, cancel = context.WithTimeout(ctx, time.Second) // want `cancel is not called before the next iteration of the loop`
			}
		}
	}
}
