package stream

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// The caller gets the entries, and may acknowledge them.
func (m *meter) next(ctx context.Context) ([]redis.XStream, error) {
	return m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "meters", Consumer: "one", Streams: []string{"readings", "0"}}).Result()
}

// The server keeps no list.
func (m *meter) sample(ctx context.Context) error {
	res, err := m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "meters", Consumer: "one", Streams: []string{"readings", "0"}, NoAck: true}).Result()
	if err != nil {
		return err
	}
	return m.store(ctx, res[0].Messages[0].Values)
}
