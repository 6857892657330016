package below

import (
	"context"

	"example.com/recovery"
	"github.com/redis/go-redis/v9"
)

// A package below claims.
func read(ctx context.Context, rdb *redis.Client) {
	recovery.Claim(ctx, rdb)
	rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "g", Consumer: "c", Streams: []string{"s", ">"}})
}
