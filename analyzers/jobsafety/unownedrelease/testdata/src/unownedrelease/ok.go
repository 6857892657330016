package unownedrelease

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const compareAndDelete = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

// Nope. A script compares the value.
func scripted(ctx context.Context, rdb *redis.Client, token string, work func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, "weekly", token, time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, compareAndDelete, []string{"weekly"}, token)
	return work(ctx)
}

// Nope. Without an expiry no other process gets it before.
func eternal(ctx context.Context, rdb *redis.Client, work func() error) error {
	if !rdb.SetNX(ctx, "eternal", 1, 0).Val() {
		return nil
	}
	defer rdb.Del(ctx, "eternal")
	return work()
}

// Nope. A mark of what has been done, which a failure takes back.
func deduplicated(ctx context.Context, rdb *redis.Client, id string, work func() error) error {
	if !rdb.SetNX(ctx, id, 1, time.Hour).Val() {
		return nil
	}
	if err := work(); err != nil {
		rdb.Del(ctx, id)
		return err
	}
	return nil
}

// Nope. Another key.
func other(ctx context.Context, rdb *redis.Client, work func() error) error {
	if !rdb.SetNX(ctx, "busy", 1, time.Hour).Val() {
		return nil
	}
	defer rdb.Del(ctx, "cache")
	return work()
}

type turnstile struct {
	rdb   *redis.Client
	cache string
}

// Nope. The field is the key of something else.
func enter(ctx context.Context, rdb *redis.Client, name, cache string) *turnstile {
	if !rdb.SetNX(ctx, name, 1, time.Minute).Val() {
		return nil
	}
	return &turnstile{rdb: rdb, cache: cache}
}

func (t *turnstile) release(ctx context.Context) error { return t.rdb.Del(ctx, t.cache).Err() }

func (t *turnstile) lock(ctx context.Context, id string) bool {
	return t.rdb.SetNX(ctx, "turnstile:"+id, 1, time.Minute).Val()
}

// Nope. Another prefix.
func (t *turnstile) clear(ctx context.Context, id string) { t.rdb.Del(ctx, "visits:"+id) }

func (t *turnstile) unlockVisits(ctx context.Context, id string) { t.rdb.Del(ctx, "visits:"+id) }
