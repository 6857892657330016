package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

func serve(ctx context.Context, srv *http.Server) error {
	go srv.ListenAndServe()
	<-ctx.Done()
	return srv.Shutdown(ctx) // want `srv\.Shutdown fails without doing its work: ctx is already canceled, because <-ctx\.Done\(\) has returned \(line \d+\)`
}

// A timeout does not help: the parent has ended.
func serveWithTimeout(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	shutdownCtx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return srv.Shutdown(shutdownCtx) // want `srv\.Shutdown fails without doing its work: shutdownCtx is already canceled, because <-ctx\.Done\(\) has returned \(line \d+\)`
}

// In the case of a select, with a context made from a signal.
func worker(jobs <-chan int, lock locker) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	for {
		select {
		case <-ctx.Done():
			lock.Unlock(ctx) // want `lock\.Unlock fails without doing its work`
			return
		case <-jobs:
		}
	}
}

// Behind a select that only the context's end lets control pass.
func either(ctx context.Context, srv *http.Server, errs <-chan error) error {
	select {
	case err := <-errs:
		return err
	case <-ctx.Done():
	}
	if err := srv.Shutdown(ctx); err != nil { // want `srv\.Shutdown fails without doing its work`
		return err
	}
	return nil
}

// Behind the cancel function, and behind stop() of a signal context.
func explicit(l locker) {
	ctx, cancel := context.WithCancel(context.Background())
	use(ctx)
	cancel()
	_ = l.Unlock(ctx) // want `l\.Unlock fails without doing its work`
}

// The context of a group is cancelled when Wait returns.
func group(parent context.Context, c *conn) error {
	g, ctx := errgroup.WithContext(parent)
	g.Go(func() error { return use(ctx) })
	if err := g.Wait(); err != nil {
		c.Disconnect(ctx) // want `c\.Disconnect fails without doing its work`
		return err
	}
	return c.Disconnect(ctx) // want `c\.Disconnect fails without doing its work`
}

// Deferred calls run in reverse: the cancel first.
func lifo(c *conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer c.Close(ctx) // want `c\.Close fails without doing its work`
	defer cancel()
	return use(ctx)
}

func lifoClosure(c *conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer func() {
		if err := c.Close(ctx); err != nil { // want `c\.Close fails without doing its work`
			panic(err)
		}
	}()
	defer cancel()
	return use(ctx)
}

// The function goes on until the context ends, and then runs what it deferred.
func untilDone(ctx context.Context, c *conn) {
	defer c.Close(ctx) // want `<-ctx.Done\(\) has returned \(line 96\)`
	<-ctx.Done()
}

// Where Err is not nil, the context has ended; a field is a context like others.
func (s *service) stop(tx tx) error {
	if s.ctx.Err() != nil {
		return tx.Rollback(s.ctx) // want `tx\.Rollback fails without doing its work: s\.ctx is already canceled, because s\.ctx\.Err\(\) is not nil \(line \d+\)`
	}
	return nil
}

// The callee hands the context on to something that waits for it.
func handOn(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	flush(ctx, db) // want `flush fails without doing its work`
}

func flush(ctx context.Context, db *sql.DB) { db.ExecContext(ctx, "flush") }

type service struct{ ctx context.Context }

type tx interface{ Rollback(context.Context) error }

type locker interface{ Unlock(context.Context) error }

type conn struct{ db *sql.DB }

func (c *conn) Close(ctx context.Context) error      { return c.db.PingContext(ctx) }
func (c *conn) Disconnect(ctx context.Context) error { return c.db.PingContext(ctx) }

func use(ctx context.Context) error { return ctx.Err() }

// Deferred calls, as literals: the last one comes first.
func cancelledFirst(parent context.Context, l locker) {
	ctx, cancel := context.WithCancel(parent)
	defer l.Unlock(ctx) // want `l\.Unlock fails without doing its work: ctx is already canceled, because the cancel function of ctx, deferred later, runs first \(line \d+\)`
	defer func() { cancel() }()
	use(ctx)
}

// The group has ended, and its context with it, whatever the call is for.
func afterGroup(parent context.Context, parts []*conn, db *sql.DB) error {
	group, shared := errgroup.WithContext(parent)
	for _, part := range parts {
		group.Go(func() error { return part.Disconnect(shared) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	_, err := db.ExecContext(shared, "insert into runs default values") // want `db.ExecContext fails without doing its work: shared is already canceled, because group.Wait\(\) has returned and canceled shared`
	return err
}
