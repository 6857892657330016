package leftopen

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// The context ends the call, and not the subscription.
func follow(ctx context.Context, rdb *redis.Client, drop func(key string)) {
	sub := rdb.Subscribe(ctx, "changes") // want `sub, opened here, is never closed: what it holds stays in use`
	ch := sub.Channel()
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-ch:
			drop(m.Payload)
		}
	}
}
