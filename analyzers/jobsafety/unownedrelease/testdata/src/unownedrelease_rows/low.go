package unownedrelease_rows

import "context"

// An operator may call it.
func (m *mailer) again(ctx context.Context, id int64) error {
	_, err := m.db.ExecContext(ctx, `UPDATE mails SET sent_at = NULL, locked_by = NULL, locked_until = NULL WHERE id = $1`, id) // want `overwrites the row of mails also when its lease has expired`
	return err
}
