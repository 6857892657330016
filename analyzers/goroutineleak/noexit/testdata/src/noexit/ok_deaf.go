package noexit

import (
	"context"
	"time"
)

// It ends when what it calls fails, as it does once the context has ended.
func followUp(ctx context.Context, next func(context.Context) error) error {
	for {
		if err := next(ctx); err != nil {
			return err
		}
	}
}

// The loop is a goroutine's, and ends with the process on purpose.
func tickAway(ctx context.Context) {
	// Lives as long as the process.
	for {
		pollWith(ctx)
		time.Sleep(time.Second)
	}
}
