package detachedwithouttimeout

import "context"

// A type that detaches on principle.
type wrapper struct{ t tx }

func (w wrapper) a(ctx context.Context) error { return w.t.Commit(context.WithoutCancel(ctx)) }   // want `w\.t\.Commit can block forever, and shutdown cannot cancel it`
func (w wrapper) b(ctx context.Context) error { return w.t.Commit(context.WithoutCancel(ctx)) }   // want `w\.t\.Commit can block forever, and shutdown cannot cancel it`
func (w wrapper) c(ctx context.Context) error { return w.t.Rollback(context.WithoutCancel(ctx)) } // want `w\.t\.Rollback can block forever, and shutdown cannot cancel it`
func (w wrapper) d(ctx context.Context) error { return w.t.Rollback(context.WithoutCancel(ctx)) } // want `w\.t\.Rollback can block forever, and shutdown cannot cancel it`

// What a function value does with it, is not seen: it may keep it. That the caller decides is a
// second doubt, and it is unproven.
func swap(ctx context.Context, set func(context.Context) error) error {
	return set(context.WithoutCancel(ctx))
}

func rollback(ctx context.Context, t tx) error {
	free := context.WithoutCancel(ctx) // want `t\.Rollback can block forever, and shutdown cannot cancel it`
	if err := t.Rollback(free); err != nil {
		return err
	}
	return nil
}

// The time begins to run when the deferred call is made.
func rollbackLater(ctx context.Context, t tx, work func(context.Context) error) error {
	defer t.Rollback(context.WithoutCancel(ctx)) // want `t\.Rollback can block forever, and shutdown cannot cancel it: context\.WithoutCancel\(ctx\) has no deadline and no cancel function`
	return work(ctx)
}

// What gives back waits for others, but not for long.
type leases interface {
	Unlock(ctx context.Context, key string) error
}

func release(ctx context.Context, l leases) error {
	return l.Unlock(context.WithoutCancel(ctx), "a") // want `l\.Unlock can block forever, and shutdown cannot cancel it`
}

// Local work ends by itself.
func count(ctx context.Context, list []int) int {
	return sum(context.WithoutCancel(ctx), list) // want `sum can block forever, and shutdown cannot cancel it`
}

func sum(ctx context.Context, list []int) (n int) {
	for _, i := range list {
		if ctx.Err() != nil {
			return n
		}
		n += i
	}
	return n
}
