package unownedrelease

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func nightly(ctx context.Context, rdb *redis.Client, token string, work func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, "nightly", token, time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, "nightly") // want `rdb.Del releases the lock "nightly" also when it has expired and another process holds it: nothing compares its value with the one of rdb.SetNX \(line 11\)`
	return work(ctx)
}

type mutex struct {
	rdb *redis.Client
	key string
}

func (m *mutex) lock(ctx context.Context) (bool, error) {
	return m.rdb.SetNX(ctx, m.key, 1, time.Minute).Result()
}

func (m *mutex) unlock(ctx context.Context) error {
	return m.rdb.Del(ctx, m.key).Err() // want `m.rdb.Del releases the lock m.key`
}

type locks struct{ rdb *redis.Client }

func (l *locks) Acquire(ctx context.Context, name string, ttl time.Duration) bool {
	return l.rdb.SetNX(ctx, name, "held", ttl).Val()
}

func (l *locks) Release(ctx context.Context, name string) {
	l.rdb.Del(ctx, name) // want `l.rdb.Del releases the lock name`
}

// The release is in a literal.
func once(ctx context.Context, rdb *redis.Client, key string, ttl time.Duration, work func() error) error {
	if !rdb.SetNX(ctx, key, "x", ttl).Val() {
		return nil
	}
	defer func() {
		_ = rdb.Del(context.WithoutCancel(ctx), key).Err() // want `rdb.Del releases the lock key`
	}()
	return work()
}
