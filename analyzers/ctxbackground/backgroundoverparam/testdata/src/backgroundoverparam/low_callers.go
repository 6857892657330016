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

// What is made may be kept.
func (l *library) Open(ctx context.Context) (*context.CancelCauseFunc, error) {
	return l.newPing()
}

func (l *library) newPing() (*context.CancelCauseFunc, error) {
	return nil, l.db.PingContext(context.Background()) // want `l.db.PingContext keeps running after the caller's context is canceled`
}
