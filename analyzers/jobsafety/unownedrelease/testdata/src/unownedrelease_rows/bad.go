package unownedrelease_rows

import (
	"context"
	"database/sql"
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

func (m *mailer) finish(ctx context.Context, id int64) error {
	_, err := m.db.ExecContext(ctx, `UPDATE mails SET sent_at = now(), locked_by = NULL, locked_until = NULL WHERE id = $1`, id) // want `m\.db\.ExecContext overwrites the row of mails also when its lease has expired and another worker holds it: WHERE does not compare locked_by`
	return err
}
