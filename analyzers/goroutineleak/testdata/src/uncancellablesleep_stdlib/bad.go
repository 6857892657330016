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
		time.Sleep(2 * time.Second) // want `time.Sleep in the loop at line 10 goes on after ctx has ended`
	}
	return err
}

func poll(ctx context.Context, op func(context.Context) error) {
	for op(ctx) == nil {
		time.Sleep(time.Minute) // want `time.Sleep in the loop at line 20 goes on after ctx has ended`
	}
}
