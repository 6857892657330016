package lifecycle_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
	"github.com/lifecyclelint/lifecyclelint/lifecycle/lifecycletest"
)

// Everything that starts goroutines, once: none is left.
func TestNothingIsLeft(t *testing.T) {
	lifecycletest.NoLeaks(t)
	t.Setenv("NOTIFY_SOCKET", "/nobody/listens")
	t.Setenv("WATCHDOG_USEC", "1000")
	srv := lifecycle.New(http.NotFoundHandler(), "", quiet, lifecycle.WithProbeAddr("127.0.0.1:0"))
	srv.Check("dependency", func(context.Context) error { return errors.New("down") })
	srv.OnStart(func(ctx context.Context) error { return lifecycle.Sleep(ctx, time.Millisecond) })
	srv.OnShutdown(func(context.Context) {})
	srv.Every(time.Millisecond, func(context.Context) {})
	lifecycle.Go(func(ctx context.Context) { <-ctx.Done() })
	srv.MarkReady()
	running := lifecycletest.Start(t, srv)
	for range 10 {
		resp, err := lifecycle.DefaultClient.Get(running.URL + "/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	jobs := make(chan int, 1)
	jobs <- 1
	for range lifecycle.Dispatch(context.Background(), 4, jobs, func(_ context.Context, n int) (int, error) { return n, nil }) {
		break
	}
	if err := running.Stop(); err != nil {
		t.Error(err)
	}
	running.Signal(os.Interrupt) // too late: nothing happens
}
