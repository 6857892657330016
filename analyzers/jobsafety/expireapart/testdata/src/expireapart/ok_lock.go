package expireapart

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

// The lock has an expiry.
func (l *locker) limited(ctx context.Context, key string, f func() error) error {
	ok, err := l.keys.SetNX(ctx, key, l.owner, time.Minute)
	if err != nil || !ok {
		return err
	}
	defer l.release(ctx, key)
	return f()
}

// A mark that is there to stay.
func seen(ctx context.Context, rdb *redis.Client, id string) (bool, error) {
	return rdb.SetNX(ctx, "seen:"+id, "1", 0).Result()
}

// Another key is deleted.
func renamed(ctx context.Context, rdb *redis.Client, id string) error {
	if err := rdb.SetNX(ctx, "new:"+id, "1", 0).Err(); err != nil {
		return err
	}
	return rdb.Del(ctx, "old:"+id).Err()
}

// The expiry is the caller's.
func (l *locker) given(ctx context.Context, key string, ttl time.Duration) {
	if ok, _ := l.keys.SetNX(ctx, key, l.owner, ttl); ok {
		defer l.release(ctx, key)
	}
}
