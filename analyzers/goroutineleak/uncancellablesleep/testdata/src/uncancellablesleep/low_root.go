package uncancellablesleep

import (
	"context"
	"time"
)

// Update is passed a context by all of its callers here that never ends.
func Update(ctx context.Context, fetch func(context.Context) error) error {
	if err := fetch(ctx); err != nil {
		return err
	}
	time.Sleep(10 * time.Second) // want `shutdown is delayed by time.Sleep`
	return nil
}

func updateDaily(days <-chan time.Time, fetch func(context.Context) error) {
	for range days {
		_ = Update(context.Background(), fetch)
	}
}

// UpdateAll is, too.
func UpdateAll(ctx context.Context, list []func(context.Context) error) error {
	for _, fetch := range list {
		if err := fetch(ctx); err != nil {
			return err
		}
		time.Sleep(10 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line 25`
	}
	return nil
}

func updateOnce(list []func(context.Context) error) { _ = UpdateAll(context.TODO(), list) }
