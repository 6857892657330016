package ackedbeforehandled_position

import (
	"context"
	"database/sql"
	"log"
)

// The event is reduced before.
func (p *projection) okAfter(ctx context.Context, events []event) error {
	for _, e := range events {
		if err := p.reduce(ctx, e); err != nil {
			return err
		}
		if err := p.save(ctx, e.Position); err != nil {
			return err
		}
	}
	return nil
}

// Both are of one transaction.
func (p *projection) okTogether(ctx context.Context, tx *sql.Tx, e event, apply func(*sql.Tx, event) error) error {
	if err := p.saveIn(ctx, tx, e.Position); err != nil {
		return err
	}
	return apply(tx, e)
}

func (p *projection) saveIn(ctx context.Context, tx *sql.Tx, pos int64) error {
	_, err := tx.ExecContext(ctx, "update projections set position = $1", pos)
	return err
}

// What follows writes the event down.
func (p *projection) okLogged(ctx context.Context, e event) error {
	if err := p.save(ctx, e.Position); err != nil {
		return err
	}
	log.Print(e)
	return nil
}
