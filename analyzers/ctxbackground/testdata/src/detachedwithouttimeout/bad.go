package detachedwithouttimeout

import (
	"context"
	"database/sql"
)

type tx interface {
	Commit(context.Context) error
	Rollback(context.Context) error
}

func commit(ctx context.Context, t tx) error {
	return t.Commit(context.WithoutCancel(ctx)) // want `context.WithoutCancel\(ctx\) has neither a deadline nor a cancel: if t.Commit hangs, nothing ends it, shutdown included`
}

// A value is added, a deadline is not.
func tagged(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(context.WithValue(context.WithoutCancel(ctx), key{}, 1), "delete"); err != nil { // want `if db.ExecContext hangs`
		return err
	}
	return nil
}

// In a goroutine: its own function ends the context.
func later(ctx context.Context, t tx) {
	go func() {
		ctx := context.WithoutCancel(ctx) // want `if t.Commit hangs`
		_ = t.Commit(ctx)
	}()
}

type key struct{}

// The package's own, which hands the context on.
func settle(ctx context.Context, t tx) error {
	return commitBoth(context.WithoutCancel(ctx), t) // want `if commitBoth hangs`
}

func commitBoth(ctx context.Context, t tx) error {
	if err := t.Commit(ctx); err != nil {
		return err
	}
	return t.Commit(ctx)
}
