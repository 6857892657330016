package sentbeforedispatch

import (
	"context"
	"database/sql"

	"go.mongodb.org/mongo-driver/bson"
)

// First the call, then the record of it.
func (r *runner) inOrder(ctx context.Context, id int64, to string) error {
	if err := r.mail.Send(ctx, to); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id)
	return err
}

// Written back when the call fails.
func (r *runner) writtenBack(ctx context.Context, id int64, to string) error {
	if _, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id); err != nil {
		return err
	}
	if err := r.mail.Send(ctx, to); err != nil {
		_, _ = r.db.ExecContext(ctx, "UPDATE mails SET status = 'failed' WHERE id = $1", id)
		return err
	}
	return nil
}

// Part of a transaction, which the caller commits after the call.
func (r *runner) inTransaction(ctx context.Context, tx *sql.Tx, id int64, to string) error {
	if _, err := tx.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id); err != nil {
		return err
	}
	return r.mail.Send(ctx, to)
}

// What follows is no sending.
func (r *runner) rendered(ctx context.Context, id int64, to string) error {
	if _, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id); err != nil {
		return err
	}
	return r.mail.Render(to)
}

// A state that claims nothing has been done.
func (r *runner) sending(ctx context.Context, id string) error {
	if _, err := r.sent.UpdateByID(ctx, id, bson.M{"$set": bson.M{"state": "sending"}}); err != nil {
		return err
	}
	return post(ctx, id)
}

// The call is started, and nobody waits for what comes of it.
func (r *runner) background(ctx context.Context, id int64, to string) error {
	if _, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id); err != nil {
		return err
	}
	go func() { _ = r.mail.Send(ctx, to) }()
	return nil
}
