//go:build unix && go1.25

package lifecycle

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// In the bubble, time advances only when Listen waits for it: it has tried before.
func TestListenGivesUp(t *testing.T) {
	t.Parallel()
	c := startChild(t, "hold-port")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		start := time.Now()
		if _, err := Listen(ctx, "tcp", c.addr); !errors.Is(err, syscall.EADDRINUSE) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want why, and that time is over", err)
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("gave up after %v", took)
		}
	})
	c.in.Close()
	c.expect(0, "clean exit")
}
