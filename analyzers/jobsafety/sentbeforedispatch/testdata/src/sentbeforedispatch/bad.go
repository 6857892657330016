package sentbeforedispatch

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"strings"

	"example.com/mailer"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

type runner struct {
	db   *sql.DB
	sent *mongo.Collection
	mail *mailer.Mailer
}

func (r *runner) run(ctx context.Context, id int64, to string) error {
	_, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent', sent_at = now() WHERE id = $1", id) // want `status is already stored as sent`
	if err != nil {
		return fmt.Errorf("mail %d: %w", id, err)
	}
	if err := r.mail.Send(ctx, to); err != nil {
		return fmt.Errorf("mail %d: %w", id, err)
	}
	return nil
}

// A function of the package that sends, with the test of its error apart.
func (r *runner) deliver(ctx context.Context, id string) error {
	if _, err := r.sent.UpdateByID(ctx, id, bson.M{"$set": bson.M{"state": "delivered"}}); err != nil { // want `state is already stored as delivered`
		return err
	}
	err := post(ctx, id)
	if err != nil {
		return err
	}
	return nil
}

func post(ctx context.Context, id string) error {
	resp, err := http.Post("http://plugin/send", "text/plain", strings.NewReader(id))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The error of the call is the function's.
func (r *runner) last(ctx context.Context, id int64, to string) error {
	if _, err := r.db.ExecContext(ctx, "UPDATE mails SET status = 'sent' WHERE id = $1", id); err != nil { // want `status is already stored as sent`
		return err
	}
	return r.mail.Send(ctx, to)
}
