package uncancellablesleep

import (
	"context"
	"time"
)

func rest(seconds int) { time.Sleep(time.Duration(seconds) * time.Second) }

func blink() { time.Sleep(20 * time.Millisecond) }

func insist(ctx context.Context, dial func(context.Context) error) (err error) {
	for i := range 8 {
		if err = dial(ctx); err == nil {
			return nil
		}
		blink()
		rest(1 << i) // want `shutdown is delayed by rest, which sleeps, in the loop at line \d+: it does not return when ctx is done`
	}
	return err
}
