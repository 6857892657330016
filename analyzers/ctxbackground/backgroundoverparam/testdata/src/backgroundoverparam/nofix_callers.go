package backgroundoverparam

import "context"

// The caller of the caller has the context.
func (l *library) Overdue(ctx context.Context) (bool, error) { return l.anyOverdue() }

func (l *library) anyOverdue() (bool, error) { return l.some("SELECT 1 FROM loans WHERE due < now()") }

func (l *library) some(query string) (bool, error) {
	rows, err := l.db.QueryContext(context.Background(), query) // want `l.db.QueryContext keeps running after the caller's context is canceled`
	if err != nil {
		return false, err
	}
	defer rows.Close()
	return rows.Next(), rows.Err()
}
