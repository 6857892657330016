package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"time"
)

// share returns how much of left goes to a step that claims claim, if others is
// what the steps after it claim: the whole claim if all fit, else its part.
func share(claim, others, left time.Duration) time.Duration {
	if left <= 0 || claim <= 0 {
		return 0
	}
	total := float64(claim) + float64(others)
	return min(claim, left, time.Duration(float64(left)*(float64(claim)/total)))
}

// maxSlack limits the time between the end of a hook's context and the moment
// it is abandoned: enough for a hook that obeys its context to return.
const maxSlack = 100 * time.Millisecond

// visit runs fn for at most d. The context of fn ends a little earlier.
func visit(ctx context.Context, d time.Duration, fn func(context.Context) error) error {
	limit, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return bounded(limit, func() error {
		ctx, cancel := context.WithTimeout(limit, d-min(d/10, maxSlack))
		defer cancel()
		return fn(ctx)
	})
}

// RunHooks runs hooks one after the other, in the order given. Each gets an
// equal share of the time that is then left until the deadline of ctx, so a slow
// hook cannot starve the next; without a deadline there is no limit. A hook that
// overruns is abandoned, one that panics does not keep the others from running.
// The errors, joined, name the hooks.
func RunHooks(ctx context.Context, hooks ...func(context.Context)) error {
	var errs []error
	for i, fn := range hooks {
		call := func(ctx context.Context) error { fn(ctx); return nil }
		var err error
		if deadline, ok := ctx.Deadline(); ok {
			left := time.Until(deadline)
			err = visit(ctx, left/time.Duration(len(hooks)-i), call)
		} else {
			err = bounded(ctx, func() error { return call(ctx) })
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", funcName(fn), err))
		}
	}
	return errors.Join(errs...)
}

func funcName(fn func(context.Context)) string {
	if f := runtime.FuncForPC(reflect.ValueOf(fn).Pointer()); f != nil {
		return f.Name()
	}
	return "hook"
}
