package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log"
	"sync"
	"time"
)

// The state is stored of another thing than the one that is claimed.
func (b *billing) other(ctx context.Context, id, parent int64) (err error) {
	if err := b.claims.Claim(ctx, id); err != nil {
		return err
	}
	if err := b.pay.Charge(ctx, id); err != nil {
		return b.claims.SetState(ctx, parent, "seen")
	}
	return nil
}

// The state is stored on success.
func (b *billing) success(ctx context.Context, id int64) error {
	if err := b.claims.Claim(ctx, id); err != nil {
		return err
	}
	if err := b.pay.Charge(ctx, id); err != nil {
		return err
	}
	return b.claims.SetState(ctx, id, "paid")
}

type detachedLeases struct{ db *sql.DB }

// The release makes a context of its own.
func (l *detachedLeases) Acquire(ctx context.Context, name string) (func(), error) {
	if _, err := l.db.ExecContext(ctx, "insert into leases(name) values($1)", name); err != nil {
		return nil, err
	}
	return func() {
		dctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		l.drop(dctx, name)
	}, nil
}

func (l *detachedLeases) drop(ctx context.Context, name string) {
	if _, err := l.db.ExecContext(ctx, "delete from leases where name=$1", name); err != nil {
		log.Print(err)
	}
}

// The caller passes the context with which to release.
func lockedWithContext(ctx context.Context, l remoteLock, key string) (func(context.Context) error, error) {
	if err := l.Lock(ctx, key); err != nil {
		return nil, err
	}
	return func(ctx context.Context) error { return l.Unlock(ctx, key) }, nil
}

// What is returned does not release, it works with the lock.
func (l *leaseRows) Obtain(ctx context.Context, name string) (func() error, error) {
	if _, err := l.db.ExecContext(ctx, "insert into leases(name) values($1)", name); err != nil {
		return nil, err
	}
	return func() error {
		return l.db.QueryRowContext(ctx, "select 1 from leases where name=$1", name).Err()
	}, nil
}

// undo works with a context that has ended: it only asks for it afterwards.
func (i *installer) undo(ctx context.Context, dir string) error {
	if err := i.start(dir); err != nil {
		return err
	}
	return ctx.Err()
}

func (i *installer) upgrade(ctx context.Context, dir, old string, check func(context.Context, string) error) error {
	if err := check(ctx, dir); err != nil {
		return i.undo(ctx, old)
	}
	return nil
}

type checkedLock struct {
	mu    sync.Mutex
	valid func(context.Context) error
}

// The lock is one of the process: nothing of its release depends on the context.
func (l *checkedLock) unlock(ctx context.Context) {
	if err := l.valid(ctx); err != nil {
		log.Print(err)
	}
	l.mu.Unlock()
}

func (l *checkedLock) write(ctx context.Context, store func(context.Context) error) error {
	l.mu.Lock()
	if err := store(ctx); err != nil {
		l.unlock(ctx)
		return err
	}
	l.unlock(ctx)
	return nil
}

// A root context has not ended when the claim is undone.
func (b *billing) byItself(id int64) error {
	ctx := context.Background()
	if err := b.claims.Claim(ctx, id); err != nil {
		return err
	}
	if err := b.pay.Charge(ctx, id); err != nil {
		return b.claims.SetState(ctx, id, "failed")
	}
	return nil
}
