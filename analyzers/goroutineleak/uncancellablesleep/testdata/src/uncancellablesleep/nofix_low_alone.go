package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

type uplink struct{ dial func() error }

// No signal reaches the loop.
func (u *uplink) Connect() {
	for {
		if err := u.dial(); err == nil {
			return
		}
		time.Sleep(5 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line \d+: no context or stop signal reaches it .*low confidence`
	}
}

func (u *uplink) tries(n int) error {
	for range n {
		if u.dial() == nil {
			return nil
		}
		time.Sleep(10 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line \d+: no context or stop signal reaches it .*low confidence`
	}
	return errors.New("no connection")
}

// A short pause in a function that a loop calls.
func (u *uplink) polls(ctx context.Context, ready func(context.Context) bool) {
	for ctx.Err() == nil {
		u.poll(ctx, ready)
	}
}

func (u *uplink) poll(ctx context.Context, ready func(context.Context) bool) {
	if !ready(ctx) {
		time.Sleep(250 * time.Millisecond) // want `shutdown is delayed by time.Sleep: it does not return when ctx is done .*low confidence`
	}
}
