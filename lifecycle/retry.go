package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// maxSleep is where the pause between attempts stops doubling.
const maxSleep = 8 * time.Second

// RetryWithBackoff calls op until it returns nil: see Retry.
func RetryWithBackoff(ctx context.Context, maxAttempts int, baseSleep time.Duration, op func() error) error {
	_, err := Retry(ctx, maxAttempts, baseSleep, func(context.Context) (struct{}, error) {
		return struct{}{}, op()
	})
	return err
}

// Retry calls op until it returns no error, and returns its result. It returns an error
// after maxAttempts (fewer than one count as one), when op returns an error made by
// Permanent, or when ctx ends, also during a pause; the error then wraps op's last one and,
// if it had ended, ctx.Err(). Once ctx has ended op is not called.
//
// The pause before the second attempt is baseSleep; it doubles up to 8 s, or stays at
// baseSleep if that is longer. A random quarter more or less keeps clients apart that
// failed together.
func Retry[T any](ctx context.Context, maxAttempts int, baseSleep time.Duration, op func(context.Context) (T, error)) (T, error) {
	var zero T
	if err := endOf(ctx); err != nil {
		return zero, err
	}
	sleep := baseSleep
	for attempt := 1; ; attempt++ {
		v, err := op(ctx)
		if err == nil {
			return v, nil
		}
		if permanent := (*permanentError)(nil); errors.As(err, &permanent) {
			if err == error(permanent) {
				err = permanent.err // the mark has done its work
			}
			return zero, err
		}
		if attempt >= maxAttempts {
			return zero, fmt.Errorf("failed after %d attempt(s): %w", attempt, err)
		}
		if cut := Sleep(ctx, jitter(sleep)); cut != nil {
			return zero, fmt.Errorf("gave up after %d attempt(s): %w: %w", attempt, cut, err)
		}
		sleep = min(2*sleep, max(maxSleep, baseSleep))
	}
}

// jitter returns d, or up to a quarter of it more or less.
func jitter(d time.Duration) time.Duration {
	quarter := d / 4
	if quarter <= 0 {
		return d
	}
	return d - quarter + rand.N(2*quarter+1)
}

// Permanent marks an error that another attempt will not repair: Retry returns err
// immediately. Permanent(nil) is nil.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return &permanentError{err}
}

type permanentError struct{ err error }

func (e *permanentError) Error() string { return e.err.Error() }
func (e *permanentError) Unwrap() error { return e.err }
