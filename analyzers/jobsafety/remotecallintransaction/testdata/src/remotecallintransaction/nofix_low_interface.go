package remotecallintransaction

import (
	"context"
	"database/sql"
)

type RatesClient interface {
	Rate(ctx context.Context, currency string) (float64, error)
}

type prices struct {
	db    *sql.DB
	rates RatesClient
}

// Only the name of the interface says that another machine is asked.
func (s *prices) update(ctx context.Context, currency string) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	rate, err := s.rates.Rate(ctx, currency) // want `s.rates.Rate runs in the transaction`
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE prices SET rate = $1 WHERE currency = $2`, rate, currency); err != nil {
		return err
	}
	return tx.Commit()
}
