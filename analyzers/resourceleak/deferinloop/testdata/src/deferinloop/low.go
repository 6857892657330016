package deferinloop

import (
	"context"
	"time"
)

// The deadline releases each context after a second.
func askAll(ctx context.Context, hosts []string, ask func(context.Context, string) error) error {
	for _, host := range hosts {
		within, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel() // want `cancel runs when the function returns`
		if err := ask(within, host); err != nil {
			return err
		}
	}
	return nil
}
