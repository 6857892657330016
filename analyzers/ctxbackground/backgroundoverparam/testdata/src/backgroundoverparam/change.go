package backgroundoverparam

import "context"

// What only reads leaves nothing half done.
func (a *accounts) rename(ctx context.Context, id, name string) (int, error) {
	if _, err := a.db.ExecContext(ctx, "update accounts set name = ? where id = ?", name, id); err != nil {
		return 0, err
	}
	return a.countSessions(context.Background(), id) // want `a\.countSessions keeps running after the caller's context is canceled`
}

func (a *accounts) countSessions(ctx context.Context, id string) (n int, err error) {
	err = a.db.QueryRowContext(ctx, "select count(*) from sessions where account = ?", id).Scan(&n)
	return n, err
}

// It changes something, and asks: it is reported once.
func (a *accounts) saveAndCount(ctx context.Context, id string) (int, error) {
	root := context.Background() // want `a\.saveName keeps running after the caller's context is canceled`
	if err := a.saveName(root, id); err != nil {
		return 0, err
	}
	return a.countSessions(root, id)
}

func (a *accounts) saveName(ctx context.Context, id string) error {
	_, err := a.db.ExecContext(ctx, "update accounts set seen = 1 where id = ?", id)
	return err
}
