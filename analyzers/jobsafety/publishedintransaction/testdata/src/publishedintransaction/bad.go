package publishedintransaction

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
	if err := o.events.WriteMessages(ctx, kafka.Message{Value: []byte(id)}); err != nil { // want `others see what may never be committed: o.events.WriteMessages leaves the transaction that o.db.BeginTx \(line 16\) begins, ahead of its commit`
		return err
	}
	return tx.Commit()
}

// A function of the package publishes.
func (o *orders) notify(ctx context.Context, id string) error {
	return o.events.WriteMessages(ctx, kafka.Message{Value: []byte(id)})
}

func (o *orders) Cancel(ctx context.Context, id string) error {
	tx, err := o.db.Begin()
	if err != nil {
		return err
	}
	_, err = tx.Exec("UPDATE orders SET state = 'canceled' WHERE id = $1", id)
	if err == nil {
		err = o.notify(ctx, id) // want `others see what may never be committed: o.notify leaves the transaction`
	}
	if err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

// The outbox is published while its rows are locked.
func (o *orders) Relay(ctx context.Context) error {
	tx, err := o.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var id string
	if err := tx.QueryRowContext(ctx, "SELECT id FROM outbox LIMIT 1 FOR UPDATE SKIP LOCKED").Scan(&id); err != nil {
		return err
	}
	if err := o.notify(ctx, id); err != nil { // want `rows stay locked while the broker does not respond: o.notify runs in the transaction of o.db.BeginTx`
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM outbox WHERE id = $1", id); err != nil {
		return err
	}
	return tx.Commit()
}

// So does one that gets what is encoded already, and its topic.
type outlet interface {
	Publish(ctx context.Context, topic string, data []byte) error
}

type till struct {
	db  *sql.DB
	out outlet
}

func (t *till) Charge(ctx context.Context, id string) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE bills SET paid = true WHERE id = $1", id); err != nil {
		return err
	}
	if err := t.tell(ctx, id); err != nil { // want `others see what may never be committed: t.tell leaves the transaction`
		return err
	}
	return tx.Commit()
}

func (t *till) tell(ctx context.Context, id string) error {
	return t.out.Publish(ctx, "bills.paid", []byte(id))
}

// An interface of the program stands for the client of the broker.
type events interface {
	WriteMessages(ctx context.Context, ms ...kafka.Message) error
	Describe(ms ...kafka.Message) string
}

type shop struct {
	db     *sql.DB
	events events
}

func (s *shop) Cancel(ctx context.Context, id string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	m := kafka.Message{Value: []byte(id)}
	_ = s.events.Describe(m)
	if err := s.events.WriteMessages(ctx, m); err != nil { // want `others see what may never be committed: s.events.WriteMessages leaves the transaction`
		return err
	}
	return tx.Commit()
}
