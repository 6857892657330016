package leftopen

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func followed(ctx context.Context, rdb *redis.Client, drop func(key string)) {
	sub := rdb.Subscribe(ctx, "changes")
	defer sub.Close()
	for m := range sub.Channel() {
		drop(m.Payload)
	}
}

// The caller closes it.
func changes(ctx context.Context, rdb *redis.Client) (*redis.PubSub, <-chan *redis.Message) {
	sub := rdb.Subscribe(ctx, "changes")
	return sub, sub.Channel()
}
