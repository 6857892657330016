package good

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

type orders struct {
	db     *sql.DB
	events *kafka.Writer
}

func (o *orders) Create(ctx context.Context, id string) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES ($1)", id); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return o.events.WriteMessages(ctx, kafka.Message{Value: []byte(id)})
}
