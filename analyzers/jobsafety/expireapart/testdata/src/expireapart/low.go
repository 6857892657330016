package expireapart

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// There is one key for each minute.
func perMinute(ctx context.Context, rdb *redis.Client, user string) int64 {
	minute := time.Now().Format("200601021504")
	key := fmt.Sprintf("%s:%s", user, minute)
	n := rdb.Incr(ctx, key).Val() // want `the counter key never expires`
	if n == 1 {
		rdb.Expire(ctx, key, time.Minute)
	}
	return n
}

func session(ctx context.Context, rdb *redis.Client, id string, value []byte, ttl time.Duration) error {
	if err := rdb.Set(ctx, id, value, 0).Err(); err != nil { // want `the key id never expires`
		return err
	}
	if err := rdb.Expire(ctx, id, ttl).Err(); err != nil {
		return err
	}
	return nil
}
