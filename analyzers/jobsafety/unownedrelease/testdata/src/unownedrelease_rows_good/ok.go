package unownedrelease_rows_good

import (
	"context"
	"database/sql"
	"errors"
)

type mailer struct {
	db   *sql.DB
	name string
}

func (m *mailer) claim(ctx context.Context) (id int64, err error) {
	err = m.db.QueryRowContext(ctx, `UPDATE mails SET locked_by = $1, locked_until = now() + interval '1 minute'
		WHERE id = (SELECT id FROM mails WHERE sent_at IS NULL AND (locked_until IS NULL OR locked_until < now()) LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING id`, m.name).Scan(&id)
	return id, err
}

// The owner is compared.
func (m *mailer) finish(ctx context.Context, id int64) error {
	res, err := m.db.ExecContext(ctx, `UPDATE mails SET sent_at = now(), locked_by = NULL, locked_until = NULL WHERE id = $1 AND locked_by = $2`, id, m.name)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.New("another worker has claimed the mail")
	}
	return nil
}

// It is about no claim.
func (m *mailer) rename(ctx context.Context, id int64, subject string) error {
	_, err := m.db.ExecContext(ctx, `UPDATE mails SET subject = $2 WHERE id = $1`, id, subject)
	return err
}

// Another table, whose claims do not expire.
func (m *mailer) take(ctx context.Context, id int64) error {
	_, err := m.db.ExecContext(ctx, `UPDATE drafts SET locked_by = $2 WHERE id = $1 AND locked_by IS NULL`, id, m.name)
	return err
}

func (m *mailer) release(ctx context.Context, id int64) error {
	_, err := m.db.ExecContext(ctx, `UPDATE drafts SET locked_by = NULL WHERE id = $1`, id)
	return err
}

// The row is locked.
func (m *mailer) finishLocked(ctx context.Context, tx *sql.Tx, id int64) error {
	var owner string
	if err := tx.QueryRowContext(ctx, `SELECT locked_by FROM mails WHERE id = $1 FOR UPDATE`, id).Scan(&owner); err != nil || owner != m.name {
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE mails SET sent_at = now(), locked_by = NULL WHERE id = $1`, id)
	return err
}
