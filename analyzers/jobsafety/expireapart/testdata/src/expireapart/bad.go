package expireapart

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/redis/go-redis/v9"
)

func allow(ctx context.Context, rdb *redis.Client, ip string) (bool, error) {
	key := "requests:" + ip
	n, err := rdb.Incr(ctx, key).Result() // want `the counter key never expires when the process ends after rdb.Incr and before rdb.Expire \(line 20\), or the latter fails`
	if err != nil {
		return false, err
	}
	if n == 1 {
		rdb.Expire(ctx, key, time.Minute)
	}
	return n <= 100, nil
}

type limiter struct {
	client *redis.Client
	window time.Duration
}

func (l *limiter) failed(ctx context.Context, user string) (int64, error) {
	n, err := l.client.IncrBy(ctx, "failures:"+user, 1).Result() // want `the counter "failures:"\+user never expires`
	if err != nil {
		return 0, err
	}
	if n == 1 {
		if err := l.client.Expire(ctx, "failures:"+user, l.window).Err(); err != nil {
			return 0, err
		}
	}
	return n, nil
}

func lock(ctx context.Context, rdb *redis.Client, name string, ttl time.Duration) error {
	ok, err := rdb.SetNX(ctx, "lock:"+name, "me", 0).Result() // want `the claim "lock:"\+name is never released when the process ends after rdb.SetNX and before rdb.Expire`
	if err != nil {
		return err
	}
	if !ok {
		log.Printf("%s is locked", name)
		return errLocked
	}
	if err := rdb.Expire(ctx, "lock:"+name, ttl).Err(); err != nil {
		log.Print(err)
	}
	return nil
}

var errLocked = errors.New("locked")

func key(id int) string { return fmt.Sprintf("job:%d", id) }

func claim(ctx context.Context, rdb *redis.Client, id int) bool {
	won := rdb.SetNX(ctx, key(id), 1, 0) // want `the claim key\(id\) is never released`
	if won.Err() != nil || !won.Val() {
		return false
	}
	rdb.Expire(ctx, key(id), time.Hour)
	return true
}

type store struct{ rdb *redis.Client }

// A plain local is counted as before.
func (s *store) seen(ctx context.Context, id string) int64 {
	count := s.rdb.Incr(ctx, id).Val() // want `the counter id never expires`
	if count > 1 {
		return count
	}
	_ = s.rdb.Expire(ctx, id, time.Hour)
	return count
}
