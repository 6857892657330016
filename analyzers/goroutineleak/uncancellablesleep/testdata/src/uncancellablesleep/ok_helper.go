package uncancellablesleep

import (
	"context"
	"testing"
	"time"
)

// A file that imports testing is for tests, whatever its name.
func Eventually(ctx context.Context, t *testing.T, done func() bool) {
	for !done() && ctx.Err() == nil {
		t.Log("not yet")
		time.Sleep(time.Second)
	}
}
