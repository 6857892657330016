package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log"
)

type leases interface {
	Acquire(ctx context.Context, key string) error
	Release(ctx context.Context, key string) error
}

type store struct{ leases leases }

func (s *store) work(ctx context.Context) error { return ctx.Err() }

// The caller may be gone when the lease is given back.
func (s *store) fetch(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer s.leases.Release(ctx, key) // want `what s\.leases\.Acquire \(line \d+\) acquires may never be released: deferred s\.leases\.Release is passed ctx, which the caller may have canceled before it runs`
	return s.work(ctx)
}

func (s *store) fetchAndLog(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer func() {
		if err := s.leases.Release(ctx, key); err != nil { // want `what s\.leases\.Acquire \(line \d+\) acquires may never be released`
			log.Print(err)
		}
	}()
	return s.work(ctx)
}

type lease interface {
	Release(ctx context.Context) error
}

type broker interface {
	Obtain(ctx context.Context, key string) (lease, error)
}

// What was obtained gives itself back.
func obtained(ctx context.Context, b broker, work func(context.Context) error) error {
	l, err := b.Obtain(ctx, "job")
	if err != nil {
		return err
	}
	defer l.Release(ctx) // want `what b\.Obtain \(line \d+\) acquires may never be released: deferred l\.Release is passed ctx`
	return work(ctx)
}

// A lock of the database's session.
func advisory(ctx context.Context, conn *sql.Conn, work func(context.Context) error) error {
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", 1); err != nil {
		return err
	}
	defer conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", 1) // want `what conn\.ExecContext \(line \d+\) acquires may never be released: deferred conn\.ExecContext is passed ctx`
	return work(ctx)
}

// Not deferred: work returns when the context ends, and so does the release.
func (s *store) afterwards(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	err := s.work(ctx)
	if rerr := s.leases.Release(ctx, key); rerr != nil { // want `what s\.leases\.Acquire \(line \d+\) acquires may never be released: s\.leases\.Release is passed ctx`
		log.Print(rerr)
	}
	return err
}

type directory interface {
	Register(ctx context.Context, id string) error
	Deregister(ctx context.Context, id string) error
}

// An instance that stays in the directory.
func listed(ctx context.Context, d directory, work func(context.Context) error) error {
	if err := d.Register(ctx, "a"); err != nil {
		return err
	}
	defer d.Deregister(ctx, "a") // want `what d\.Register \(line \d+\) acquires may never be released: deferred d\.Deregister is passed ctx`
	return work(ctx)
}
