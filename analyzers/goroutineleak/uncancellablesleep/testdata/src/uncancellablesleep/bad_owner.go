package uncancellablesleep

import (
	"context"
	"errors"
	"time"
)

// The link ends with quit, but not while it dials anew.
type link struct {
	quit   chan struct{}
	failed chan error
	dial   func() error
}

func (l *link) serve() {
	for {
		select {
		case <-l.failed:
			l.again()
		case <-l.quit:
			return
		}
	}
}

func (l *link) again() {
	pause := 200 * time.Millisecond
	for l.dial() != nil {
		time.Sleep(pause) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
		pause *= 2
	}
}

func (l *link) Close() { close(l.quit) }

// One second is short, and sixty of them are not.
func awaitMinute(ctx context.Context, up func(context.Context) bool) error {
	for range 60 {
		if up(ctx) {
			return nil
		}
		time.Sleep(900 * time.Millisecond) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
	return errors.New("down")
}
