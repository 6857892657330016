package lifecycle

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

const maxSleep = 8 * time.Second

// ErrGaveUp is in the error of RetryWithBackoff when every attempt failed.
var ErrGaveUp = errors.New("all attempts failed")

// RetryWithBackoff calls op until it succeeds, ctx ends or attempts are used
// up. The pause doubles from base up to eight seconds.
func RetryWithBackoff(ctx context.Context, attempts int, base time.Duration, op func() error) error {
	var err error
	pause := base
	for i := range attempts {
		if err = op(); err == nil {
			return nil
		}
		if i == attempts-1 {
			break
		}
		timer := time.NewTimer(pause + rand.N(pause/4+1))
		select {
		case <-ctx.Done():
			timer.Stop()
			return errors.Join(ctx.Err(), err)
		case <-timer.C:
		}
		pause = min(2*pause, maxSleep)
	}
	return errors.Join(ErrGaveUp, err)
}
