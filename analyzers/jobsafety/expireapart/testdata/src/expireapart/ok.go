package expireapart

import (
	"context"
	"time"

	redigo "github.com/gomodule/redigo/redis"
	"github.com/redis/go-redis/v9"
)

// Both are sent together.
func pipeline(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	pipe := rdb.TxPipeline()
	n := pipe.Incr(ctx, key)
	pipe.Expire(ctx, key, time.Minute)
	_, err := pipe.Exec(ctx)
	return n.Val(), err
}

func pipelined(ctx context.Context, rdb *redis.Client, key string) error {
	_, err := rdb.TxPipelined(ctx, func(pipe redis.Pipeliner) error {
		if pipe.Incr(ctx, key).Val() == 1 {
			pipe.Expire(ctx, key, time.Minute)
		}
		return nil
	})
	return err
}

func multi(conn redigo.Conn, key string) (int, error) {
	conn.Send("MULTI")
	n, err := redigo.Int(conn.Do("INCR", key))
	if n == 1 {
		conn.Do("EXPIRE", key, 60)
	}
	conn.Do("EXEC")
	return n, err
}

func script(ctx context.Context, rdb *redis.Client, key string) (int64, error) {
	return rdb.Eval(ctx, `local n = redis.call("INCR", KEYS[1]) if n == 1 then redis.call("EXPIRE", KEYS[1], 60) end return n`, []string{key}).Result()
}

// The command has an expiry, which is renewed later.
func own(ctx context.Context, rdb *redis.Client, key string, work func()) {
	if !rdb.SetNX(ctx, key, 1, time.Minute).Val() {
		return
	}
	work()
	rdb.Expire(ctx, key, time.Minute)
}

func redigoOwn(conn redigo.Conn, key string) {
	conn.Do("SET", key, "me", "EX", 60, "NX")
	conn.Do("EXPIRE", key, 120)
}

// They are about two keys.
func other(ctx context.Context, rdb *redis.Client, key, session string) int64 {
	n := rdb.Incr(ctx, key).Val()
	if n == 1 {
		rdb.Expire(ctx, session, time.Minute)
	}
	return n
}

// A key that has none gets its expiry.
func noticed(ctx context.Context, rdb *redis.Client, key string) int64 {
	n := rdb.Incr(ctx, key).Val()
	if ttl := rdb.TTL(ctx, key).Val(); n == 1 || ttl < 0 {
		rdb.Expire(ctx, key, time.Minute)
	}
	return n
}

// The claim is deleted in any case.
func deleted(ctx context.Context, rdb *redis.Client, key string, work func()) {
	if !rdb.SetNX(ctx, key, 1, 0).Val() {
		return
	}
	defer rdb.Del(ctx, key)
	rdb.Expire(ctx, key, time.Minute)
	work()
}

// One or the other happens.
func either(ctx context.Context, rdb *redis.Client, key string, fresh bool) {
	if fresh {
		rdb.Incr(ctx, key)
	} else {
		rdb.Expire(ctx, key, time.Minute)
	}
}

func cases(ctx context.Context, rdb *redis.Client, key string, fresh bool) {
	switch {
	case fresh:
		rdb.Incr(ctx, key)
	default:
		rdb.Expire(ctx, key, time.Minute)
	}
}

func left(ctx context.Context, rdb *redis.Client, key string, fresh bool) {
	if fresh {
		rdb.Incr(ctx, key)
		return
	}
	rdb.Expire(ctx, key, time.Minute)
}

// The expiry is set before, and INCR keeps it.
func before(ctx context.Context, rdb *redis.Client, key string) int64 {
	rdb.SetNX(ctx, key, 0, time.Minute)
	return rdb.Incr(ctx, key).Val()
}
