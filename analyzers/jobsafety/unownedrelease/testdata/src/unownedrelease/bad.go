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

// The lease keeps the key of the lock.
type lease struct {
	rdb   *redis.Client
	name  string
	token string
}

func take(ctx context.Context, rdb *redis.Client, name, token string) (*lease, error) {
	ok, err := rdb.SetNX(ctx, name, token, time.Minute).Result()
	if err != nil || !ok {
		return nil, err
	}
	l := &lease{rdb: rdb, token: token}
	l.name = name
	return l, nil
}

func (l *lease) release(ctx context.Context) error {
	return l.rdb.Del(ctx, l.name).Err() // want `l.rdb.Del releases the lock l.name`
}

// The release is returned.
func reserve(ctx context.Context, rdb *redis.Client, seat string) (func(), bool) {
	if !rdb.SetNX(ctx, seat, "taken", time.Minute).Val() {
		return nil, false
	}
	return func() {
		rdb.Del(context.WithoutCancel(ctx), seat) // want `rdb.Del releases the lock seat`
	}, true
}

type gates struct{ rdb *redis.Client }

func (g *gates) lock(ctx context.Context, id string) bool {
	return g.rdb.SetNX(ctx, "gate:"+id, 1, time.Minute).Val()
}

func (g *gates) unlock(ctx context.Context, gate string) {
	g.rdb.Del(ctx, "gate:"+gate) // want `g.rdb.Del releases the lock "gate:"\+gate`
}
