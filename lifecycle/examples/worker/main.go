// Command worker has no server: it claims jobs and processes them until it is stopped.
//
//	go run ./examples/worker
//
// A job that it has claimed is finished or released, never left claimed: the claim is a
// lease, the result is written with a context that outlives the shutdown, and leases of
// workers that crashed are taken back.
package main

import (
	"context"
	"log/slog"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

func main() {
	lifecycle.Main(func(ctx context.Context) error {
		return run(ctx, newJobs(5), 100*time.Millisecond)
	})
}

// run polls until ctx ends. When it returns no job is claimed by it.
func run(ctx context.Context, j *jobs, poll time.Duration) error {
	var g lifecycle.Group
	for range 2 {
		g.Every(poll, func(ctx context.Context) { work(ctx, j) })
	}
	g.Every(lease, func(context.Context) { j.recover(time.Now()) })
	slog.Info("working")

	<-ctx.Done()
	stopCtx, cancel := lifecycle.Detach(ctx, 5*time.Second)
	defer cancel()
	return g.Stop(stopCtx)
}

// work does one job, if there is one.
func work(ctx context.Context, j *jobs) {
	id, ok := j.claim(time.Now())
	if !ok {
		return
	}
	err := do(ctx, id)
	// ctx may have ended by now; the outcome is written all the same.
	writeCtx, cancel := lifecycle.Detach(ctx, 2*time.Second)
	defer cancel()
	j.settle(writeCtx, id, err)
}

// do simulates the work: it ends early if ctx is canceled.
func do(ctx context.Context, _ int) error { return lifecycle.Sleep(ctx, 50*time.Millisecond) }
