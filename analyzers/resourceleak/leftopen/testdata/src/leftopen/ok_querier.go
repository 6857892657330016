package leftopen

import "context"

func (l *ledger) all(ctx context.Context) ([]int, error) {
	rows, err := l.db.QueryContext(ctx, "SELECT id FROM entries")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
