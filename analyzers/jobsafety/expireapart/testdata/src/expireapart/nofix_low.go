package expireapart

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The next write sets the expiry.
func remember(ctx context.Context, rdb *redis.Client, key string, user string) error {
	if err := rdb.HSet(ctx, key, "user", user).Err(); err != nil { // want `the key key never expires`
		return err
	}
	return rdb.Expire(ctx, key, time.Hour).Err()
}

func renewed(ctx context.Context, rdb *redis.Client, key string) int64 {
	n := rdb.Incr(ctx, key).Val() // want `the counter key never expires`
	if n > 100 {
		return n
	}
	rdb.Expire(ctx, key, time.Hour)
	return n
}

// A setting decides whether there is an expiry.
func optional(ctx context.Context, rdb *redis.Client, id, value string, expires bool) {
	rdb.Set(ctx, id, value, 0) // want `the key id never expires`
	if expires {
		rdb.Expire(ctx, id, time.Hour)
	}
}
