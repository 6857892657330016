package detachedwithouttimeout

import "context"

// A limit that begins here would be over when the function ends.
func cleanUp(ctx context.Context, t tx, work func(context.Context) error) error {
	later := context.WithoutCancel(ctx) // want `t\.Rollback can block forever, and shutdown cannot cancel it: context\.WithoutCancel\(ctx\) has no deadline and no cancel function`
	defer func() {
		_ = t.Rollback(later)
	}()
	return work(ctx)
}
