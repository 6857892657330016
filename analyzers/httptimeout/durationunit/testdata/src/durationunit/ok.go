package durationunit

import (
	"context"
	"math"
	"net/http"
	"time"
)

func withUnits(c config, h http.Handler) *http.Server {
	time.Sleep(30 * time.Second)
	time.Sleep(time.Duration(c.PollSeconds) * time.Second)
	time.Sleep(50 * time.Nanosecond)
	time.Sleep(time.Duration(c.graceMS * int64(time.Millisecond)))
	return &http.Server{Handler: h, ReadHeaderTimeout: 5e9}
}

// Who passes one nanosecond, or none, means "immediately".
func atOnce(t *time.Timer) {
	t.Reset(1)
	time.Sleep(0)
}

// The callee multiplies.
func pause(n time.Duration) { time.Sleep(n * time.Second) }

func pauses() { pause(30) }

// So does who uses the field.
type retry struct{ wait time.Duration }

func newRetry() *retry { return &retry{wait: 10} }

func (r *retry) sleep() { time.Sleep(r.wait * time.Second) }

// A variable that is multiplied, and a number in a comparison.
func later(ctx context.Context, attempts int) {
	var d time.Duration = 2
	if d < 100 {
		d *= 2
	}
	ctx, cancel := context.WithTimeout(ctx, d*time.Second)
	defer cancel()
	<-ctx.Done()
	_ = time.Duration(attempts)
}

// It counts nanoseconds by its name, or its name says nothing.
func plain(nanos int64, timeout int64) {
	time.Sleep(time.Duration(nanos))
	time.Sleep(time.Duration(timeout))
}

// The number of nanoseconds is computed before.
func fromSeconds(seconds float64) time.Duration {
	nanos := seconds * float64(time.Second)
	if nanos > float64(math.MaxInt64) {
		return math.MaxInt64
	}
	return time.Duration(nanos)
}
