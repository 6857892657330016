package stopnotcalled

import (
	"context"
	"errors"
	"time"
)

// Nope. It is deferred.
func (r *rows) One(ctx context.Context, id int) error {
	ctx, cancel := r.limited(ctx)
	defer cancel()
	return r.get(ctx, id)
}

// Nope. The caller gets it.
func (r *rows) twice(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := r.limited(ctx)
	return ctx, cancel
}

func (r *rows) background() (context.Context, context.CancelFunc) {
	return context.Background(), func() {}
}

// Nope. Nothing is derived that would have to be canceled.
func (r *rows) Ping() error {
	ctx, _ := r.background()
	return r.get(ctx, 0)
}

// Nope. The end of the parent ends it.
func (r *rows) derived(ctx context.Context, id int) error {
	parent, cancel := context.WithCancelCause(ctx)
	limited, _ := context.WithTimeoutCause(parent, time.Second, errors.New("too slow"))
	defer func() { cancel(context.Canceled) }()
	return r.get(limited, id)
}
