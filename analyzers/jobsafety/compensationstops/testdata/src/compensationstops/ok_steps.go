package compensationstops

import (
	"context"
	"database/sql"
)

// The functions are steps that follow each other.
func inOrder(ctx context.Context, steps []func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	for i := 0; i < len(steps); i++ {
		if err := steps[i](ctx); err != nil {
			return err
		}
	}
	return nil
}

type grantRows struct{}

func (grantRows) Revoke(ctx context.Context, tx *sql.Tx, id string) error { return nil }

// The error ends the transaction, and all stay valid.
func (g grantRows) together(ctx context.Context, tx *sql.Tx, ids []string) error {
	for _, id := range ids {
		if err := g.Revoke(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
