package detachedwithouttimeout

import (
	"context"
	"time"
)

// The caller of the helper sets the deadline, or passes the cancel function on.
func loose(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(context.WithoutCancel(ctx))
}

func boundByCaller(ctx context.Context, t tx) error {
	free, cancel := loose(ctx)
	defer cancel()
	free, stop := context.WithTimeout(free, time.Second)
	defer stop()
	return t.Commit(free)
}

func canceledByCaller(ctx context.Context, t tx, stop <-chan struct{}) error {
	free, cancel := loose(ctx)
	defer cancel()
	go func() { <-stop; cancel() }()
	return t.Commit(free)
}
