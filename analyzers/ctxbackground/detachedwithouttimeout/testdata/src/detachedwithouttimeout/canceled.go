package detachedwithouttimeout

import "context"

// The cancel function is called when the work has returned, and not before.
func deferredCancel(ctx context.Context, t tx) error {
	free, cancel := context.WithCancel(context.WithoutCancel(ctx)) // want `t\.Commit can block forever, and shutdown cannot cancel it: context\.WithoutCancel\(ctx\) has no deadline and its cancel function is only deferred`
	defer cancel()
	return t.Commit(free)
}

func freed(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithCancel(context.WithoutCancel(ctx)) // want `t\.Commit can block forever`
}

func throughHelper(ctx context.Context, t tx) error {
	free, cancel := freed(ctx)
	defer cancel()
	return t.Commit(free)
}
