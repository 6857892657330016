package detachedwithouttimeout

import (
	"context"
	"log/slog"
	"time"

	"google.golang.org/grpc"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// A deadline of its own.
func good(ctx context.Context, t tx) error {
	ctx, cancel := lifecycle.Detach(ctx, 5*time.Second)
	defer cancel()
	return t.Commit(ctx)
}

// The plain form, in one and in two steps.
func plain(ctx context.Context, t tx) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return t.Commit(ctx)
}

func twoSteps(ctx context.Context, t tx) error {
	free := context.WithoutCancel(ctx)
	bounded, cancel := context.WithTimeout(free, 5*time.Second)
	defer cancel()
	return t.Commit(bounded)
}

// Somebody can cancel it.
func cancelable(ctx context.Context, t tx, stop <-chan struct{}) error {
	free, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	go func() { <-stop; cancel() }()
	return t.Commit(free)
}

// The callee sets a deadline itself.
func byCallee(ctx context.Context, t tx) error {
	return commitSoon(context.WithoutCancel(ctx), t)
}

func commitSoon(ctx context.Context, t tx) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return t.Commit(ctx)
}

// Only values are read.
func values(ctx context.Context) {
	slog.InfoContext(context.WithoutCancel(ctx), "done")
}

// It is returned, or stored: a deadline may follow.
func helper(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

type job struct{ ctx context.Context }

func newJob(ctx context.Context) *job { return &job{ctx: context.WithoutCancel(ctx)} }

// A constructor may keep the context for as long as the value lives.
func construct(ctx context.Context) (*client, error) {
	return dial(context.WithoutCancel(ctx))
}

type client struct{ t tx }

func dial(ctx context.Context) (*client, error) { return &client{}, ctx.Err() }

// It starts what is meant to live on.
func start(ctx context.Context, c *client) {
	c.Start(context.WithoutCancel(ctx))
}

func (c *client) Start(ctx context.Context) { go c.t.Commit(ctx) }

// Loggers and alerts are told something, and nobody waits for them.
type alerter interface {
	Alert(ctx context.Context, err error)
}

func printf(args ...any) {}

func alerted(ctx context.Context, a alerter, err error) {
	ctx = context.WithoutCancel(ctx)
	printf(ctx, "failed")
	a.Alert(ctx, err)
}

// A pause ends by itself.
func paused(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	for range 3 {
		pauseFor(ctx, time.Second)
	}
}

func pauseFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// The author knows.
func onPurpose(ctx context.Context, t tx) error {
	// The work must go on when the caller is canceled.
	return t.Commit(context.WithoutCancel(ctx))
}

// Nope. Interceptors set the deadlines of a gRPC client, here and behind a helper.
type validator interface {
	Validate(ctx context.Context, name string, opts ...grpc.CallOption) error
}

func validate(ctx context.Context, v validator) error {
	return v.Validate(context.WithoutCancel(ctx), "a")
}

func validates(ctx context.Context, v validator) error {
	ctx = context.WithoutCancel(ctx)
	return validateBoth(ctx, v)
}

func validateBoth(ctx context.Context, v validator) error {
	if err := v.Validate(ctx, "a"); err != nil {
		return err
	}
	return v.Validate(ctx, "b")
}

// Nothing to detach from: there was no deadline that could be lost.
func ofRoot(t tx) error {
	return t.Commit(context.WithoutCancel(context.TODO()))
}
