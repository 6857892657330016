package leftopen

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// The goroutine reads what arrives until the context ends, and leaves the subscription open.
func tail(ctx context.Context, rdb *redis.Client) <-chan string {
	out := make(chan string)
	sub := rdb.Subscribe(ctx, "changes") // want `sub, opened here, is never closed: what it holds stays in use`
	go func() {
		defer close(out)
		in := sub.Channel()
		for {
			select {
			case <-ctx.Done():
				return
			case m := <-in:
				out <- m.Payload
			}
		}
	}()
	return out
}

// A function of the package does the same.
func followedBy(ctx context.Context, rdb *redis.Client, out chan<- string) {
	sub := rdb.Subscribe(ctx, "changes") // want `sub, opened here, is never closed: what it holds stays in use`
	go forwardAll(sub, out)
}

func forwardAll(sub *redis.PubSub, out chan<- string) {
	for m := range sub.Channel() {
		out <- m.Payload
	}
}
