package detachedwithouttimeout

import (
	"context"
	"database/sql"
)

type tx struct{ conn *sql.Conn }

func (t tx) Commit(ctx context.Context) error {
	_, err := t.conn.ExecContext(ctx, "COMMIT")
	return err
}

func (t tx) Rollback(ctx context.Context) error {
	_, err := t.conn.ExecContext(ctx, "ROLLBACK")
	return err
}

func commit(ctx context.Context, t tx) error {
	return t.Commit(context.WithoutCancel(ctx)) // want `t\.Commit can block forever, and shutdown cannot cancel it: context\.WithoutCancel\(ctx\) has no deadline and no cancel function`
}

// A value is added, a deadline is not.
func tagged(ctx context.Context, db *sql.DB) error {
	if _, err := db.ExecContext(context.WithValue(context.WithoutCancel(ctx), key{}, 1), "delete"); err != nil { // want `db\.ExecContext can block forever, and shutdown cannot cancel it`
		return err
	}
	return nil
}

// In a goroutine: its own function ends the context.
func later(ctx context.Context, t tx) {
	go func() {
		ctx := context.WithoutCancel(ctx) // want `t\.Commit can block forever, and shutdown cannot cancel it`
		_ = t.Commit(ctx)
	}()
}

type key struct{}

// The package's own, which hands the context on.
func settle(ctx context.Context, t tx) error {
	return commitBoth(context.WithoutCancel(ctx), t) // want `commitBoth can block forever, and shutdown cannot cancel it`
}

func commitBoth(ctx context.Context, t tx) error {
	if err := t.Commit(ctx); err != nil {
		return err
	}
	return t.Commit(ctx)
}
