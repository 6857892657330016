package memory

import (
	"context"
	"time"
)

// It ends with the context.
func until(ctx context.Context, c *cache) {
	go func() {
		for ctx.Err() == nil {
			time.Sleep(time.Minute)
			c.forget()
		}
	}()
}
