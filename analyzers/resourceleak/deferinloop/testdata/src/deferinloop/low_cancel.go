package deferinloop

import (
	"context"
	"log"
	"time"
)

// What stays is a timer for each pass.
func limited(ctx context.Context, limits []time.Duration, work func(context.Context) error) {
	for _, limit := range limits {
		within := ctx
		if limit == 0 {
			continue
		} else {
			var cancel context.CancelFunc
			within, cancel = context.WithTimeout(ctx, limit)
			defer cancel() // want `cancel runs when the function returns`
		}
		if err := work(within); err != nil {
			log.Print(err)
		}
	}
}
