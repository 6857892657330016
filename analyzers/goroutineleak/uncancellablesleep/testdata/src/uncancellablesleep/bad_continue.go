package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

var errBusy = errors.New("busy")

// The pause leads to the next iteration, and not to the return after it.
func submit(ctx context.Context, send func(context.Context) error) error {
	for {
		err := send(ctx)
		if errors.Is(err, errBusy) {
			time.Sleep(5 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line \d+: it does not return when ctx is done`
			continue
		}
		return err
	}
}

// A function that calls itself is a loop.
func resend(ctx context.Context, send func(context.Context) error) error {
	err := send(ctx)
	if errors.Is(err, errBusy) {
		time.Sleep(5 * time.Second) // want `shutdown is delayed by time.Sleep: it does not return when ctx is done`
		return resend(ctx, send)
	}
	return err
}
