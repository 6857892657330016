package uncancellablesleep

import (
	"context"
	"time"
)

// The function is passed a context, and sleeps in no loop of its own: its caller has one.
func fetchAll(ctx context.Context, pages int) error {
	for page := range pages {
		if err := fetchPage(ctx, page); err != nil {
			return err
		}
	}
	return nil
}

func fetchPage(ctx context.Context, page int) error {
	if err := call(ctx); err != nil {
		return err
	}
	if page > 0 {
		time.Sleep(20 * time.Second) // want `shutdown is delayed by time.Sleep: it does not return when ctx is done`
	}
	return call(ctx)
}
