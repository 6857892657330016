package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log"
	"sync"
)

type claims struct{ db *sql.DB }

func (c *claims) Claim(ctx context.Context, id int64) error {
	_, err := c.db.ExecContext(ctx, "update bills set state='charging' where id=$1 and state='open'", id)
	return err
}

func (c *claims) SetState(ctx context.Context, id int64, state string) error {
	_, err := c.db.ExecContext(ctx, "update bills set state=$2 where id=$1", id, state)
	return err
}

type billing struct {
	claims *claims
	pay    interface {
		Charge(ctx context.Context, id int64) error
	}
}

// The state before the claim is not restored.
func (b *billing) charge(ctx context.Context, id int64) (err error) {
	if err := b.claims.Claim(ctx, id); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			if serr := b.claims.SetState(ctx, id, "open"); serr != nil { // want `what was done stays half done: b\.claims\.SetState is passed ctx, whose end may be why b\.pay\.Charge has failed`
				log.Print(serr)
			}
		}
	}()
	return b.pay.Charge(ctx, id)
}

type leaseRows struct{ db *sql.DB }

// The caller calls what it is returned when its work is over, with ctx.
func (l *leaseRows) Acquire(ctx context.Context, name string) (func(), error) {
	if _, err := l.db.ExecContext(ctx, "insert into leases(name) values($1)", name); err != nil {
		return nil, err
	}
	return func() {
		l.drop(ctx, name) // want `what l\.db\.ExecContext \(line 48\) acquires may never be released: l\.drop is passed ctx, which the caller may have canceled before it runs`
	}, nil
}

func (l *leaseRows) drop(ctx context.Context, name string) {
	if _, err := l.db.ExecContext(ctx, "delete from leases where name=$1", name); err != nil {
		log.Print(err)
	}
}

type remoteLock interface {
	Lock(ctx context.Context, key string) error
	Unlock(ctx context.Context, key string) error
}

func locked(ctx context.Context, l remoteLock, key string) (func() error, error) {
	if err := l.Lock(ctx, key); err != nil {
		return nil, err
	}
	unlock := func() error {
		return l.Unlock(ctx, key) // want `what l\.Lock \(line 68\) acquires may never be released: l\.Unlock is passed ctx, which the caller may have canceled before it runs`
	}
	return unlock, nil
}

type installer struct{ stop, start func(dir string) error }

// restart does nothing more once its context has ended.
func (i *installer) restart(ctx context.Context, dir string) error {
	if err := i.stop(dir); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return i.start(dir)
}

func (i *installer) rollback(ctx context.Context, dir string) error {
	return i.restart(ctx, dir)
}

func (i *installer) install(ctx context.Context, dir, old string, check func(context.Context, string) error) error {
	if err := check(ctx, dir); err != nil {
		if rerr := i.rollback(ctx, old); rerr != nil { // want `what was done stays half done: i\.rollback is passed ctx, whose end may be why check has failed`
			log.Print(rerr)
		}
		return err
	}
	return nil
}

type table struct {
	mu sync.Mutex
	db *sql.DB
}

// The lock is acquired here, and not what is released.
func (t *table) release(ctx context.Context, id int64) {
	t.mu.Lock()
	if _, err := t.db.ExecContext(ctx, "delete from held where id=$1", id); err != nil {
		log.Print(err)
	}
	t.mu.Unlock()
}

func (t *table) run(ctx context.Context, id int64, step func(context.Context) error) error {
	if err := step(ctx); err != nil {
		t.release(ctx, id) // want `what was done stays half done: t\.release is passed ctx, whose end may be why step has failed`
		return err
	}
	return nil
}
