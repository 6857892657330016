// Package ackedbeforehandled_position stores how far a log has been read.
package ackedbeforehandled_position

import (
	"context"
	"database/sql"
	"fmt"
)

type event struct {
	Position int64
	Type     string
}

type projection struct {
	db     *sql.DB
	read   func(ctx context.Context, after int64) ([]event, error)
	reduce func(ctx context.Context, e event) error
}

// An event that fails is skipped by the next run.
func (p *projection) catchUp(ctx context.Context, pos int64) error {
	events, err := p.read(ctx, pos)
	if err != nil {
		return err
	}
	for _, e := range events {
		if err := p.save(ctx, e.Position); err != nil { // want `e is skipped when handling fails or the process exits: p\.save stores e\.Position before p\.reduce handles it at line 31`
			return err
		}
		if err := p.reduce(ctx, e); err != nil {
			return fmt.Errorf("event %d: %w", e.Position, err)
		}
	}
	return nil
}

func (p *projection) save(ctx context.Context, pos int64) error {
	_, err := p.db.ExecContext(ctx, "update projections set position = $1", pos)
	return err
}
