package claimedtwice

import "context"

// The database may be SQLite.
func (s *store) mails(ctx context.Context) error {
	ids, err := s.ids(ctx, `SELECT id FROM mails WHERE status = 'queued'`) // want `both select them here before either sets status`
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.db.ExecContext(ctx, `UPDATE mails SET status = 'sending' WHERE id = ?`, id); err != nil {
			return err
		}
	}
	return nil
}
