package expireapart

import (
	"context"
	"time"

	redigo "github.com/gomodule/redigo/redis"
	"github.com/redis/go-redis/v9"
)

// The command of redigo has another result with an expiry.
func redigoLock(conn redigo.Conn, key string) (bool, error) {
	n, err := redigo.Int(conn.Do("SETNX", key, "me")) // want `the claim key is never released when the process ends after conn.Do and before conn.Do \(line 20\)`
	if err != nil {
		return false, err
	}
	if n == 0 {
		return false, nil
	}
	_, err = conn.Do("EXPIRE", key, 60)
	return true, err
}

func redigoCount(conn redigo.Conn, key string) (int, error) {
	n, err := redigo.Int(conn.Do("INCR", key)) // want `the counter key never expires`
	if err != nil || n != 1 {
		return n, err
	}
	_, err = conn.Do("expire", key, 60)
	return n, err
}

// The count is not used without its expiry.
func onlyCount(ctx context.Context, rdb *redis.Client, key string) {
	if rdb.Incr(ctx, key).Val() == 1 { // want `the counter key never expires`
		rdb.Expire(ctx, key, time.Minute)
	}
}

// Only ExpireNX, of Redis 7, would do.
func members(ctx context.Context, rdb *redis.Client, key string) int64 {
	added := rdb.SAdd(ctx, key, "first").Val() // want `the key key never expires`
	if added == 1 {
		rdb.Expire(ctx, key, time.Minute)
	}
	return added
}

type cache struct{ rdb *redis.Client }

func (c *cache) increment(ctx context.Context, key string) (int64, error) {
	return c.rdb.Incr(ctx, key).Result()
}

func (c *cache) expire(ctx context.Context, key string, ttl time.Duration) error {
	return c.rdb.Expire(ctx, key, ttl).Err()
}

// Functions of the package run the commands.
func (c *cache) hit(ctx context.Context, key string) (int64, error) {
	n, err := c.increment(ctx, key) // want `the counter key never expires when the process ends after c.increment and before c.expire`
	if err != nil {
		return 0, err
	}
	if n == 1 {
		err = c.expire(ctx, key, time.Minute)
	}
	return n, err
}

// What is there before tells whether the key is new.
func known(ctx context.Context, rdb *redis.Client, key string) {
	exists := rdb.Exists(ctx, key).Val()
	rdb.HSet(ctx, key, "seen", time.Now()) // want `the key key never expires`
	if exists == 0 {
		rdb.Expire(ctx, key, time.Minute)
	}
}
