package stopnotcalled

import (
	"context"
	"time"
)

type rows struct {
	limit time.Duration
	get   func(ctx context.Context, id int) error
}

func (r *rows) limited(parent context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(parent, r.limit)
}

func (r *rows) Get(ctx context.Context, id int) error {
	ctx, _ = r.limited(ctx) // want `context that r.limited derives is not canceled when its work is done: the function that cancels it is dropped`
	return r.get(ctx, id)
}

func (r *rows) All(parent context.Context, ids []int) error {
	ctx, _ := r.limited(parent) // want `the function that cancels it is dropped`
	for _, id := range ids {
		if err := r.get(ctx, id); err != nil {
			return err
		}
	}
	return nil
}
