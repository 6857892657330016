package backgroundoverparam

import (
	"backgroundoverparam/broker"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Cleanup and shutdown rightly do not hang on the context that ends them.
func (u *users) Shutdown(ctx context.Context) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

func (u *users) rollback(ctx context.Context, tx interface{ Rollback(context.Context) error }) error {
	if err := u.good(ctx); err != nil {
		return tx.Rollback(context.Background()) // want `tx\.Rollback keeps running after the caller's context is canceled`
	}
	return nil
}

// After a commit there is no way back.
func (u *users) commit(ctx context.Context, tx *sql.Tx) error {
	if err := tx.Commit(); err != nil {
		return err
	}
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

// It starts what lives on, or is a start itself.
func (u *users) prepare(ctx context.Context, s interface{ Start(context.Context) error }) error {
	return s.Start(context.Background()) // want `s\.Start keeps running after the caller's context is canceled`
}

func (u *users) Start(ctx context.Context) error {
	return u.db.PingContext(context.Background()) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
}

// A constructor may keep what it is given, here behind somebody else's interface.
func open(w http.ResponseWriter, r *http.Request) {
	if source(context.Background(), r.URL.Path) == nil { // want `source keeps running after the caller's context is canceled`
		w.WriteHeader(http.StatusNotFound)
	}
}

func source(ctx context.Context, path string) http.Handler {
	return handlers.find(ctx, path)
}

var handlers interface {
	find(ctx context.Context, path string) http.Handler
}

// Whoever is told of a failure may have been told of the end of ctx.
func (u *users) noteShortly(ctx context.Context, id string, cause error) error {
	slog.ErrorContext(ctx, "failed", "id", id)
	if err := u.db.PingContext(context.Background()); err != nil { // want `u\.db\.PingContext keeps running after the caller's context is canceled`
		return err
	}
	limited, cancel := context.WithTimeout(context.Background(), time.Second) // want `u\.db\.ExecContext keeps running after the caller's context is canceled`
	defer cancel()
	_, err := u.db.ExecContext(limited, "UPDATE jobs SET error = $1 WHERE id = $2", cause.Error(), id)
	return err
}

// Makes what lives on, of a foreign type.
func (u *users) reconnect(ctx context.Context, dsn string) error {
	db, err := connectTo(context.Background(), dsn) // want `connectTo keeps running after the caller's context is canceled`
	if err == nil {
		u.db = db
	}
	return err
}

func connectTo(ctx context.Context, dsn string) (*sql.DB, error) {
	db, err := sql.Open("postgres", dsn)
	if err != nil {
		return nil, err
	}
	return db, db.PingContext(ctx)
}

// The end of ctx may be why the first has failed.
func (u *users) apply(ctx context.Context, id string) error {
	_, err := u.db.ExecContext(ctx, "UPDATE jobs SET done = 1 WHERE id = $1", id)
	if err != nil {
		_, err = u.db.ExecContext(context.Background(), "INSERT INTO failed VALUES ($1)", id) // want `u\.db\.ExecContext keeps running after the caller's context is canceled`
		return err
	}
	return nil
}

// So it does in a case that asks for an error.
func (u *users) enqueue(ctx context.Context, id string) error {
	_, err := u.db.ExecContext(ctx, "INSERT INTO jobs VALUES ($1)", id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		if deleteErr := u.deleteState(context.Background(), id); deleteErr != nil { // want `u\.deleteState keeps running after the caller's context is canceled`
			slog.ErrorContext(ctx, "leaked", "id", id)
		}
		return nil
	default:
		return err
	}
}

func (u *users) deleteState(ctx context.Context, id string) error {
	_, err := u.db.ExecContext(ctx, "DELETE FROM state WHERE id = $1", id)
	return err
}

// It is told which context is for what.
func (u users) traced(ctx context.Context) error {
	ctx = spanOf(context.Background(), ctx) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	return u.db.PingContext(ctx)
}

func spanOf(ctx, from context.Context) context.Context {
	return context.WithValue(ctx, spanKey{}, from.Value(spanKey{}))
}

type spanKey struct{}

// What has failed is taken back, whatever the reason.
func (r *replicator) attach(ctx context.Context) error {
	if err := r.db.PingContext(ctx); err != nil {
		r.deleteAll(context.Background()) // want `r\.deleteAll keeps running after the caller's context is canceled`
		return err
	}
	if err := r.round(); err != nil {
		_ = r.deleteAll(context.Background()) // want `r\.deleteAll keeps running after the caller's context is canceled`
		return fmt.Errorf("round: %w", err)
	}
	return nil
}

// Whatever its outcome is asked for.
func (r *replicator) attachOnce(ctx context.Context) error {
	err := r.db.PingContext(ctx)
	if errors.Is(err, sql.ErrConnDone) {
		if left := r.deleteAll(context.Background()); left != nil { // want `r\.deleteAll keeps running after the caller's context is canceled`
			return left
		}
	}
	return err
}

// The reason stands further up.
func (r *replicator) declare(ctx context.Context) error {
	// Use a background context so that others who wait get an answer
	// when this caller disconnects.
	answered := false
	defer func() {
		if !answered {
			println("not answered")
		}
	}()

	err := r.db.PingContext(context.Background()) // want `r\.db\.PingContext keeps running after the caller's context is canceled`
	answered = err == nil
	return err
}

// What the first call has begun is not to be left half done: the second changes
// something, too, and gets a context that nobody ends.
func (a *accounts) setPassword(ctx context.Context, id, hash string) error {
	if _, err := a.db.ExecContext(ctx, "update accounts set hash = ? where id = ?", hash, id); err != nil {
		return err
	}
	return a.removeSessions(context.Background(), id) // want `a\.removeSessions keeps running after the caller's context is canceled`
}

// Nope. What connects once for all callers does not end with the first one's request.
func (p *pool) get(ctx context.Context, addr string) (*broker.Conn, error) {
	if p.conn != nil {
		return p.conn, ctx.Err()
	}
	conn, err := connect(context.Background(), addr) // want `connect keeps running after the caller's context is canceled`
	if err != nil {
		return nil, err
	}
	p.conn = conn
	return conn, nil
}

type pool struct{ conn *broker.Conn }

func connect(ctx context.Context, addr string) (*broker.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &broker.Conn{}, conn.Close()
}

// What is deferred runs when the rest is over.
func (u *users) deferredCall(ctx context.Context) error {
	defer u.good(context.Background()) // want `u\.good keeps running after the caller's context is canceled`
	return u.good(ctx)
}

// A change behind work that got the context: the two were told apart.
func (u *users) touch(ctx context.Context, id string) error {
	if err := u.good(ctx); err != nil {
		return err
	}
	return u.persist(context.Background(), id) // want `u\.persist keeps running after the caller's context is canceled`
}

func (u *users) persist(ctx context.Context, id string) error {
	_, err := u.db.ExecContext(ctx, "UPDATE users SET seen = 1 WHERE id = $1", id)
	return err
}

// It ends by itself within seconds.
func (u *users) briefly(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second) // want `u\.db\.PingContext keeps running after the caller's context is canceled`
	defer cancel()
	return u.db.PingContext(ctx)
}
