package cancelledctxcleanup

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// A context of its own, with a deadline.
func good(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	shutdownCtx, cancel := lifecycle.Detach(ctx, 5*time.Second)
	defer cancel()
	return srv.Shutdown(shutdownCtx)
}

// The same in the plain form; values stay.
func goodPlain(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	shutdownCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return srv.Shutdown(shutdownCtx)
}

// The variable holds another context by then.
func reassigned(ctx context.Context, srv *http.Server) error {
	<-ctx.Done()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

// A shadow, in the body of the loop.
func shadowed(ctx context.Context, srv *http.Server) {
	<-ctx.Done()
	for range 3 {
		ctx := context.Background()
		srv.Shutdown(ctx)
	}
}

// The hook's own context; only the names are alike.
func hook(ctx context.Context, srv *http.Server, register func(func(context.Context) error)) {
	register(func(ctx context.Context) error { return srv.Shutdown(ctx) })
	<-ctx.Done()
}

// The other case of the select.
func otherCase(ctx context.Context, c *conn, failed <-chan error) {
	select {
	case <-failed:
		c.Close(ctx)
	case <-ctx.Done():
	}
}

// Deferred after the cancel, and so run before it.
func order(c *conn) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	defer c.Close(ctx)
	return use(ctx)
}

// Another context's cancel.
func otherCancel(ctx context.Context, c *conn) {
	_, cancel := context.WithCancel(context.Background())
	cancel()
	c.Close(ctx)
}

// The child is cancelled, the parent lives.
func parentLives(parent context.Context, c *conn) error {
	child, cancel := context.WithCancel(parent)
	use(child)
	cancel()
	return c.Close(parent)
}

// Before Wait returns, the group's context lives; its parent lives after it.
func groupParent(parent context.Context, c *conn) error {
	g, ctx := errgroup.WithContext(parent)
	g.Go(func() error { return c.Close(ctx) })
	if err := g.Wait(); err != nil {
		return err
	}
	return c.Disconnect(parent)
}

// The cancel is called on one path only.
func maybe(c *conn, early bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if early {
		cancel()
	}
	c.Close(ctx)
}

// The callee only reads values, or detaches on its own.
func valuesOnly(ctx context.Context, q *quiet) {
	<-ctx.Done()
	q.Close(ctx)
	q.Stop(ctx)
}

type quiet struct{}

func (q *quiet) Close(ctx context.Context) error {
	slog.InfoContext(ctx, "closed")
	return nil
}

func (q *quiet) Stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return use(ctx)
}

// Not cleanup: that the work ends with the context is what is wanted.
func report(ctx context.Context) error {
	<-ctx.Done()
	return errors.Join(use(ctx), ctx.Err())
}

// Nope. The deferred literal cancels behind the unlock.
func cancelledLast(parent context.Context, l locker) error {
	ctx, cancel := context.WithCancel(parent)
	defer func() { cancel() }()
	return l.Unlock(ctx)
}

// Given back with a context that the caller cannot end.
func (s *store) detached(ctx context.Context, key string) error {
	if err := s.leases.Acquire(ctx, key); err != nil {
		return err
	}
	defer s.leases.Release(context.WithoutCancel(ctx), key)
	return s.work(ctx)
}

// A semaphore of this process.
type tokens struct{ free chan struct{} }

func (t *tokens) Acquire(ctx context.Context) error {
	select {
	case <-t.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *tokens) Release(ctx context.Context) { t.free <- struct{}{} }

func (t *tokens) use(ctx context.Context) error {
	if err := t.Acquire(ctx); err != nil {
		return err
	}
	defer t.Release(ctx)
	return ctx.Err()
}

// Not what was taken with it.
func (s *store) only(ctx context.Context, key string) error {
	defer s.leases.Release(ctx, key)
	return s.work(ctx)
}

// Behind the group, the work goes on with the context of the caller.
func behindGroup(parent context.Context, srv *http.Server) error {
	group, shared := errgroup.WithContext(parent)
	group.Go(func() error { return ping(shared) })
	if err := group.Wait(); err != nil {
		slog.ErrorContext(shared, "failed", "err", err)
		return err
	}
	return ping(parent)
}

func ping(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://example.com", nil)
	if err != nil {
		return err
	}
	resp, err := (&http.Client{Timeout: time.Second}).Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
