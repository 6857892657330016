package leftopen

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Silent: the goroutine closes the subscription when it returns.
func tailed(ctx context.Context, rdb *redis.Client) <-chan string {
	out := make(chan string)
	sub := rdb.Subscribe(ctx, "changes")
	go func() {
		defer sub.Close()
		for m := range sub.Channel() {
			out <- m.Payload
		}
	}()
	return out
}

// Silent: another goroutine closes it when the context ends.
func tailedUntil(ctx context.Context, rdb *redis.Client, out chan<- string) {
	sub := rdb.Subscribe(ctx, "changes")
	go func() {
		<-ctx.Done()
		sub.Close()
	}()
	go forwardAll(sub, out)
}
