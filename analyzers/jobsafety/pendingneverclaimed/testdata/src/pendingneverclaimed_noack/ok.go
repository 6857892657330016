package noack

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// Nothing stays pending: messages count as handled when they are read.
func read(ctx context.Context, rdb *redis.Client) {
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}, NoAck: true})
}
