package secondconnection

import (
	"context"
	"database/sql"
)

type outbox struct{ db *sql.DB }

func newOutbox(db *sql.DB, size int) *outbox {
	db.SetMaxOpenConns(size)
	return &outbox{db}
}

func (o *outbox) flush(ctx context.Context) error {
	rows, err := o.db.QueryContext(ctx, "SELECT id FROM outbox")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if _, err := o.db.ExecContext(ctx, "UPDATE outbox SET sent = 1 WHERE id = ?", id); err != nil { // want `o.db.ExecContext needs a second connection while rows holds one \(line 16\): it blocks forever when the pool has no other left`
			return err
		}
	}
	return rows.Err()
}

// A method of the same object runs it.
func (o *outbox) each(ctx context.Context) error {
	rows, err := o.db.QueryContext(ctx, "SELECT id FROM outbox")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		o.mark(id) // want `o.mark needs a second connection while rows holds one`
	}
	return rows.Err()
}

func (o *outbox) mark(id int) error {
	_, err := o.db.Exec("UPDATE outbox SET seen = 1 WHERE id = ?", id)
	return err
}

// The first row is open.
func (o *outbox) first(ctx context.Context) (n int, err error) {
	rows, err := o.db.Query("SELECT id FROM outbox")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	if rows.Next() {
		err = o.db.QueryRow("SELECT count(*) FROM sent").Scan(&n) // want `o.db.QueryRow needs a second connection`
	}
	return n, err
}

// The function has one itself.
func (o *outbox) locked(ctx context.Context) error {
	conn, err := o.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(1)"); err != nil {
		return err
	}
	_, err = o.db.Exec("DELETE FROM outbox") // want `o.db.Exec needs a second connection while conn holds one`
	return err
}
