package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log/slog"
	"time"
)

type archive struct {
	db  *sql.DB
	in  chan string
	ctx context.Context
	end context.CancelFunc
}

func (a *archive) run(ctx context.Context) {
	var batch []string
	for {
		select {
		case <-ctx.Done():
			for len(a.in) > 0 {
				batch = append(batch, <-a.in)
			}
			a.write(ctx, batch) // want `a.write fails without doing its work: ctx is already canceled, because <-ctx.Done\(\) has returned \(line 21\)`
			return
		case line := <-a.in:
			batch = append(batch, line)
		case <-time.After(time.Second):
			a.write(ctx, batch)
			batch = nil
		}
	}
}

func (a *archive) write(ctx context.Context, batch []string) {
	for _, line := range batch {
		if _, err := a.db.ExecContext(ctx, "INSERT INTO lines VALUES (?)", line); err != nil {
			slog.ErrorContext(ctx, "write", "err", err)
		}
	}
}

func (a *archive) forget(key string) error {
	a.end()
	_, err := a.db.ExecContext(a.ctx, "DELETE FROM lines WHERE key = ?", key) // want `a.db.ExecContext fails without doing its work: a.ctx is already canceled, because the cancel function of a.ctx was called \(line 45\)`
	return err
}

func newArchive(ctx context.Context, db *sql.DB) *archive {
	a := &archive{db: db, in: make(chan string)}
	a.ctx, a.end = context.WithCancel(ctx)
	return a
}

type rowLease struct {
	db     *sql.DB
	ctx    context.Context
	cancel context.CancelFunc
}

func acquireRow(ctx context.Context, db *sql.DB) *rowLease {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	return &rowLease{db: db, ctx: ctx, cancel: cancel}
}

func (l *rowLease) Release() error {
	l.cancel()
	return releaseRow(l.ctx, l.db) // want `releaseRow fails without doing its work: l.ctx is already canceled, because the cancel function of l.ctx was called \(line 68\)`
}

func releaseRow(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "DELETE FROM leases")
	return err
}
