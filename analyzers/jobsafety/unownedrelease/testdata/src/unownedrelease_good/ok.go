package unownedrelease

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

const compareAndDelete = `if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`

func nightly(ctx context.Context, rdb *redis.Client, token string, work func(context.Context) error) error {
	ok, err := rdb.SetNX(ctx, "nightly", token, time.Hour).Result()
	if err != nil || !ok {
		return err
	}
	defer rdb.Eval(ctx, compareAndDelete, []string{"nightly"}, token)
	return work(ctx)
}
