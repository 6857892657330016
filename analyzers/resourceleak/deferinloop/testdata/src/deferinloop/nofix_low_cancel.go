package deferinloop

import (
	"context"
	"time"
)

// There is nothing to cancel without a limit.
func optional(ctx context.Context, limits []time.Duration, work func(context.Context) error) error {
	for _, limit := range limits {
		within := ctx
		if limit > 0 {
			var cancel context.CancelFunc
			within, cancel = context.WithTimeout(ctx, limit)
			defer cancel() // want `cancel runs when the function returns`
		}
		if err := work(within); err != nil {
			return err
		}
	}
	return nil
}
