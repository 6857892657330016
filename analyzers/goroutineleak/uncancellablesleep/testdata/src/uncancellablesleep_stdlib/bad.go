package uncancellablesleep_stdlib

import (
	"context"
	"time"
)

func retry(ctx context.Context, op func(context.Context) error) error {
	var err error
	for range 5 {
		if err = op(ctx); err == nil {
			return nil
		}
		time.Sleep(2 * time.Second) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
	return err
}

func poll(ctx context.Context, op func(context.Context) error) {
	for op(ctx) == nil {
		time.Sleep(time.Minute) // want `shutdown is delayed by time\.Sleep in the loop at line \d+`
	}
}
