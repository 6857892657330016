package own

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// At its start the consumer reads what it had left pending itself.
func start(ctx context.Context, rdb *redis.Client) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", "0"}})
}

func read(ctx context.Context, rdb *redis.Client) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}})
}
