package expireapart

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func locked(ctx context.Context, rdb *redis.Client, key string, f func() error) error {
	ok, err := rdb.SetNX(ctx, key, "1", 0).Result() // want `the lock key is never released when the process ends before rdb.Del \(line 15\): rdb.SetNX sets no expiry`
	if err != nil || !ok {
		return err
	}
	defer rdb.Del(ctx, key)
	return f()
}

type keys interface {
	SetNX(ctx context.Context, key, value string, ttl time.Duration) (bool, error)
	DelIf(ctx context.Context, key, value string) error
}

type locker struct {
	keys  keys
	owner string
}

const forever time.Duration = 0

func (l *locker) do(ctx context.Context, name string, f func() error) error {
	key := "lock:" + name
	ok, err := l.keys.SetNX(ctx, key, l.owner, forever) // want `the lock key is never released when the process ends before l.release \(line 37\): l.keys.SetNX sets no expiry`
	if err != nil || !ok {
		return err
	}
	defer l.release(ctx, key)
	return f()
}

func (l *locker) release(ctx context.Context, key string) { _ = l.keys.DelIf(ctx, key, l.owner) }

var unlock = redis.NewScript(`if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0`)

func scripted(ctx context.Context, rdb *redis.Client, key, owner string, f func() error) error {
	ok, err := rdb.SetNX(ctx, key, owner, 0).Result() // want `the lock key is never released when the process ends before unlock.Run`
	if err != nil || !ok {
		return err
	}
	defer func() { _ = unlock.Run(ctx, rdb, []string{key}, owner).Err() }()
	return f()
}
