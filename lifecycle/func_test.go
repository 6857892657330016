package lifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"testing"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func TestFuncAndOnShutdownErr(t *testing.T) {
	defer freshDefault()()
	slog.SetDefault(slog.New(slog.NewTextHandler(io.Discard, nil)))
	failed := errors.New("store is busy")
	stopped := 0
	lifecycle.OnShutdown(lifecycle.Func(func() { stopped++ }))
	lifecycle.OnShutdownErr(func(ctx context.Context) error {
		if ctx.Err() != nil {
			t.Error("the hook's context has ended before it began")
		}
		return failed
	})
	if err := lifecycle.Shutdown(t.Context()); !errors.Is(err, failed) {
		t.Errorf("Shutdown: %v, want the hook's error", err)
	}
	if stopped != 1 {
		t.Errorf("the function ran %d times", stopped)
	}
}

type poller struct{}

func (*poller) Stop() { fmt.Println("poller stopped") }

func ExampleFunc() {
	p := new(poller)
	hook := lifecycle.Func(p.Stop) // for lifecycle.OnShutdown
	hook(context.Background())
	// Output: poller stopped
}
