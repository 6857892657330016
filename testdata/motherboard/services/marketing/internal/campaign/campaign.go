// Package campaign sends the campaigns that are due.
package campaign

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"motherboard.example/platform/services/marketing/internal/mailer"
)

const claimNext = `
UPDATE campaigns SET status = 'running', started_at = now()
WHERE id = (
	SELECT id FROM campaigns
	WHERE status = 'pending' AND due_at <= now()
	ORDER BY due_at
	LIMIT 1
	FOR UPDATE SKIP LOCKED
)
RETURNING id, audience, subject, body`

// Runner sends campaigns, each by one runner only.
type Runner struct {
	db   *sql.DB
	mail *mailer.Mailer
}

// NewRunner returns a runner for the campaigns in db.
func NewRunner(db *sql.DB, mail *mailer.Mailer) *Runner {
	return &Runner{db: db, mail: mail}
}

// RunNext sends the next campaign. It reports whether there was one.
func (r *Runner) RunNext(ctx context.Context) (found bool, err error) {
	var id int64
	var msg mailer.Message
	err = r.db.QueryRowContext(ctx, claimNext).Scan(&id, &msg.Audience, &msg.Subject, &msg.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("claim campaign: %w", err)
	}

	_, err = r.db.ExecContext(ctx, "UPDATE campaigns SET status = 'sent', sent_at = now() WHERE id = $1", id)
	if err != nil {
		return true, fmt.Errorf("campaign %d: %w", id, err)
	}
	if err := r.mail.Send(ctx, msg); err != nil {
		return true, fmt.Errorf("campaign %d: %w", id, err)
	}
	return true, nil
}
