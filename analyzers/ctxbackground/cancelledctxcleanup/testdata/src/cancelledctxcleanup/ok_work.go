package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"log/slog"
)

// It only tells, and reads why.
func tellsEnd(ctx context.Context) error {
	<-ctx.Done()
	slog.InfoContext(ctx, "stopped")
	logEnd(ctx)
	return context.Cause(ctx)
}

func logEnd(ctx context.Context) { slog.Info("stopped", "cause", context.Cause(ctx)) }

// It detaches.
func writesLast(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	lastLine(ctx, db)
}

func lastLine(ctx context.Context, db *sql.DB) {
	_, _ = db.ExecContext(context.WithoutCancel(ctx), "INSERT INTO lines VALUES ('last')")
}

// It may still live.
func mayLive(ctx context.Context, db *sql.DB, more bool) {
	if more {
		<-ctx.Done()
	}
	_, _ = db.ExecContext(ctx, "INSERT INTO lines VALUES ('last')")
}

// Which context is canceled is not known: one of them is set alone.
type swapped struct {
	db     *sql.DB
	ctx    context.Context
	cancel context.CancelFunc
}

func (s *swapped) start(ctx context.Context) {
	s.ctx, s.cancel = context.WithCancel(ctx)
}

func (s *swapped) swap(ctx context.Context) { s.ctx = ctx }

func (s *swapped) stop() error {
	s.cancel()
	_, err := s.db.ExecContext(s.ctx, "DELETE FROM leases")
	return err
}

// It takes what there is, and returns at the end of the context.
func drains(ctx context.Context, in <-chan int) int {
	<-ctx.Done()
	return sum(ctx, in)
}

func sum(ctx context.Context, in <-chan int) (n int) {
	for {
		select {
		case i := <-in:
			n += i
		case <-ctx.Done():
			return n
		}
	}
}
