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

func rollback(ctx context.Context, t tx) error {
	free := context.WithoutCancel(ctx) // want `if t.Rollback hangs`
	if err := t.Rollback(free); err != nil {
		return err
	}
	return nil
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

// The time begins to run when the deferred call is made.
func rollbackLater(ctx context.Context, t tx, work func(context.Context) error) error {
	defer t.Rollback(context.WithoutCancel(ctx)) // want `context.WithoutCancel\(ctx\) has neither a deadline nor a cancel: if t.Rollback hangs`
	return work(ctx)
}
