//go:build go1.25

package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

var errFlaky = errors.New("flaky")

// failing returns an operation that fails n times and counts its calls.
func failing(n int, calls *int) func() error {
	return func() error {
		if *calls++; *calls <= n {
			return errFlaky
		}
		return nil
	}
}

func TestRetryWithBackoff(t *testing.T) {
	for _, c := range []struct {
		name        string
		fails, max  int
		base        time.Duration
		calls       int
		err         error
		least, most time.Duration
	}{
		{"first time", 0, 5, time.Second, 1, nil, 0, 0},
		{"third time", 2, 5, time.Second, 3, nil, 2250 * time.Millisecond, 3750 * time.Millisecond},
		{"never", 9, 3, time.Second, 3, errFlaky, 2250 * time.Millisecond, 3750 * time.Millisecond},
		{"capped at 8 s", 9, 7, time.Second, 7, errFlaky, 31 * 750 * time.Millisecond, 31 * 1250 * time.Millisecond},
		{"base over the cap", 9, 3, time.Minute, 3, errFlaky, 90 * time.Second, 150 * time.Second},
		{"no pause", 9, 3, 0, 3, errFlaky, 0, 0},
		{"negative pause", 9, 3, -1, 3, errFlaky, 0, 0},
		{"tiny pause", 9, 3, 1, 3, errFlaky, 0, 10},
		{"no attempts", 9, 0, time.Second, 1, errFlaky, 0, 0},
		{"negative attempts", 9, -1, time.Second, 1, errFlaky, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				calls, start := 0, time.Now()
				err := RetryWithBackoff(t.Context(), c.max, c.base, failing(c.fails, &calls))
				took := time.Since(start)
				if !errors.Is(err, c.err) || calls != c.calls || took < c.least || took > c.most {
					t.Errorf("error %v after %d calls in %v", err, calls, took)
				}
			})
		})
	}
}

func TestRetryStopsWithContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		calls, start := 0, time.Now()
		err := RetryWithBackoff(ctx, 100, time.Second, failing(100, &calls))
		if !errors.Is(err, errFlaky) || !errors.Is(err, context.DeadlineExceeded) || time.Since(start) != 10*time.Second {
			t.Errorf("error %v after %v", err, time.Since(start))
		}
		calls = 0
		if err := RetryWithBackoff(ctx, 3, time.Second, failing(0, &calls)); !errors.Is(err, context.DeadlineExceeded) || calls != 0 {
			t.Errorf("ended context: error %v, %d calls", err, calls)
		}
	})
}

func TestRetryResultAndPermanent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		v, err := Retry(t.Context(), 3, time.Second, func(context.Context) (string, error) {
			return "connected", failing(1, &calls)()
		})
		if v != "connected" || err != nil {
			t.Errorf("got %q, %v", v, err)
		}
		calls = 0
		v, err = Retry(t.Context(), 3, time.Second, func(context.Context) (string, error) {
			calls++
			return "half", Permanent(errFlaky)
		})
		if v != "" || err != errFlaky || calls != 1 {
			t.Errorf("got %q, %v after %d calls", v, err, calls)
		}
		wrapped := fmt.Errorf("connect: %w", Permanent(errFlaky))
		_, err = Retry(t.Context(), 3, time.Second, func(context.Context) (int, error) { return 0, wrapped })
		if err != wrapped {
			t.Errorf("got %v, want all of what the operation said", err)
		}
		if Permanent(nil) != nil || !errors.Is(Permanent(errFlaky), errFlaky) || Permanent(errFlaky).Error() != "flaky" {
			t.Error("Permanent")
		}
	})
}

func TestJitterSpreads(t *testing.T) {
	t.Parallel()
	seen := map[time.Duration]bool{}
	for range 1000 {
		d := jitter(time.Second)
		if d < 750*time.Millisecond || d > 1250*time.Millisecond {
			t.Fatalf("jitter(1s) = %v", d)
		}
		seen[d] = true
	}
	if len(seen) < 100 {
		t.Errorf("only %d different pauses", len(seen))
	}
}
