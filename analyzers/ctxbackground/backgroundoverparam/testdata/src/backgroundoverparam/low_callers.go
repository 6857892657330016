package backgroundoverparam

import "context"

// It undoes what has failed, perhaps because the caller has left.
func (l *library) Lend(ctx context.Context, isbn string) error {
	if _, err := l.db.ExecContext(ctx, "INSERT INTO loans (isbn) VALUES ($1)", isbn); err != nil {
		l.note(isbn)
		return err
	}
	return nil
}

func (l *library) note(isbn string) {
	rows, err := l.db.QueryContext(context.Background(), "SELECT note($1)", isbn) // want `l.db.QueryContext keeps running after the caller's context is canceled`
	if err == nil {
		rows.Close()
	}
}
