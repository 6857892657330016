// Package digest sends the weekly digests.
package digest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"motherboard.example/platform/services/marketing/internal/mailer"
)

// A claim is good for five minutes; sending is given up well before that.
const (
	sendTimeout = time.Minute

	releaseStale = `
UPDATE digests SET status = 'pending', lease_until = NULL
WHERE status = 'running' AND lease_until < now()`

	claimNext = `
UPDATE digests SET status = 'running', lease_until = now() + interval '5 minutes'
WHERE id = (
	SELECT id FROM digests WHERE status = 'pending' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
)
RETURNING id, audience, body`

	setStatus = `UPDATE digests SET status = $2, lease_until = NULL WHERE id = $1`
)

// Runner sends digests, each by one runner at a time.
type Runner struct {
	db   *sql.DB
	mail *mailer.Mailer
}

// NewRunner returns a runner for the digests in db.
func NewRunner(db *sql.DB, mail *mailer.Mailer) *Runner {
	return &Runner{db: db, mail: mail}
}

// RunNext sends the next digest. It reports whether there was one.
func (r *Runner) RunNext(ctx context.Context) (found bool, err error) {
	if _, err := r.db.ExecContext(ctx, releaseStale); err != nil {
		return false, fmt.Errorf("release stale digests: %w", err)
	}
	var id int64
	msg := mailer.Message{Subject: "This week"}
	err = r.db.QueryRowContext(ctx, claimNext).Scan(&id, &msg.Audience, &msg.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claim digest: %w", err)
	}

	status := "sent"
	sendErr := r.send(ctx, msg)
	if sendErr != nil {
		status = "pending"
	}
	// The outcome is kept even when the caller has left meanwhile.
	keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_, err = r.db.ExecContext(keep, setStatus, id, status)
	return true, errors.Join(sendErr, err)
}

func (r *Runner) send(ctx context.Context, msg mailer.Message) error {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	return r.mail.Send(ctx, msg)
}
