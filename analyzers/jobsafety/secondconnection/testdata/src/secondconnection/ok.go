package secondconnection

import "context"

// Nope. The rows are read out before.
func (o *outbox) collected(ctx context.Context) error {
	rows, err := o.db.QueryContext(ctx, "SELECT id FROM outbox")
	if err != nil {
		return err
	}
	defer rows.Close()
	var ids []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id)
	}
	for _, id := range ids {
		if err := o.mark(id); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Nope. They are closed before.
func (o *outbox) one() (id int, err error) {
	rows, err := o.db.Query("SELECT id FROM outbox")
	if err != nil {
		return 0, err
	}
	if rows.Next() {
		err = rows.Scan(&id)
		rows.Close()
		return id, o.mark(id)
	}
	return 0, rows.Err()
}

// Nope. It runs on the connection that is held.
func (o *outbox) same(ctx context.Context) error {
	conn, err := o.db.Conn(ctx)
	if err != nil {
		return err
	}
	if _, err := conn.ExecContext(ctx, "DELETE FROM outbox"); err != nil {
		conn.Close()
		return err
	}
	conn.Close()
	return o.mark(1)
}

// Nope. Another pool has the rows.
func (o *outbox) copied(from *outbox) error {
	rows, err := from.db.Query("SELECT id FROM outbox")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if err := o.mark(id); err != nil {
			return err
		}
	}
	return rows.Err()
}
