package backgroundoverparam

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"time"

	"golang.org/x/time/rate"
)

// The loop is left by the end of ctx, too: what follows it runs in any case.
func (u *users) beat(ctx context.Context, failed <-chan error) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
beat:
	for {
		_ = u.db.PingContext(ctx)
		select {
		case <-ctx.Done():
			break beat
		case <-ticker.C:
		case <-failed:
			break beat
		}
	}
	_ = u.db.PingContext(context.Background())
}

func (u *users) each(ctx context.Context, ids []string) error {
	for _, id := range ids {
		if ctx.Err() != nil {
			break
		}
		slog.InfoContext(ctx, "one", "id", id)
	}
	return u.db.PingContext(context.Background())
}

// One more round after the end of ctx.
func (u *users) progress(ctx context.Context, refresh <-chan time.Time) {
	done := false
	for !done {
		select {
		case <-ctx.Done():
			done = true
		case <-refresh:
		}
		_ = u.db.PingContext(context.Background())
	}
}

// A function in a variable, which only reads values.
var logger = loggerOf

type loggerKey struct{}

func loggerOf(ctx context.Context) *slog.Logger {
	if l, ok := ctx.Value(loggerKey{}).(*slog.Logger); ok {
		return l
	}
	return slog.Default()
}

func (u *users) logs(ctx context.Context) error {
	logger(context.TODO()).Info("ping")
	return u.db.PingContext(ctx)
}

// Nobody gives this one a context that ends.
func queryAll(db *sql.DB) error { return queryOne(context.Background(), db) }

func queryEach(db *sql.DB) {
	done := make(chan error)
	go func(ctx context.Context) { done <- queryAgain(ctx, db) }(context.Background())
	<-done
}

func queryTwice(db *sql.DB) error { return queryBoth(context.Background(), db) }

func queryBoth(ctx context.Context, db *sql.DB) error {
	errs := make(chan error)
	go func() { errs <- queryOne(ctx, db) }()
	return errors.Join(<-errs, queryOne(ctx, db))
}

func queryOne(ctx context.Context, db *sql.DB) error {
	slog.InfoContext(ctx, "query")
	return db.PingContext(context.Background())
}

// The field is a switch for others, and not the life of its owner.
type runner struct {
	skipDelay context.Context
	skip      context.CancelFunc
	db        *sql.DB
}

type delay struct{ skip context.Context }

func newRunner(db *sql.DB) (*runner, delay) {
	r := &runner{db: db}
	r.skipDelay, r.skip = context.WithCancel(context.Background())
	return r, delay{skip: r.skipDelay}
}

func (r *runner) restart() error { return r.db.PingContext(context.TODO()) }

// What a limiter makes wait is as short as the rate says.
type replicator struct {
	ctx     context.Context
	cancel  context.CancelFunc
	db      *sql.DB
	limiter rate.Limiter
}

func newReplicator(db *sql.DB) *replicator {
	r := &replicator{db: db}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	return r
}

func (r *replicator) round() error {
	if err := r.limiter.Wait(context.Background()); err != nil {
		return err
	}
	return r.db.PingContext(r.ctx)
}

func (r *replicator) deleteAll(ctx context.Context) error { return r.db.PingContext(ctx) }

// There is no context at hand.
func (r *replicator) check(ctx context.Context) error {
	if ctx == nil {
		return r.db.PingContext(context.Background())
	}
	return r.db.PingContext(ctx)
}
