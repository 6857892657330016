package detachedwithouttimeout

import "context"

// A limit that begins here would be over when the function ends.
func cleanUp(ctx context.Context, t tx, work func(context.Context) error) error {
	later := context.WithoutCancel(ctx) // want `context.WithoutCancel\(ctx\) has neither a deadline nor a cancel: if t.Rollback hangs`
	defer func() {
		_ = t.Rollback(later)
	}()
	return work(ctx)
}
