package stream

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

type meter struct {
	rdb   *redis.Client
	store func(ctx context.Context, v map[string]any) error
}

// Nothing acknowledges what has been stored.
func (m *meter) follow(ctx context.Context) error {
	for ctx.Err() == nil {
		res, err := m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{ // want `entries stay pending forever, and the server keeps a list of them that only grows: nothing acknowledges what m\.rdb\.XReadGroup reads`
			Group: "meters", Consumer: "one", Streams: []string{"readings", "0"}, Block: time.Second,
		}).Result()
		if err != nil {
			return err
		}
		for _, e := range res[0].Messages {
			if err := m.store(ctx, e.Values); err != nil {
				return err
			}
		}
	}
	return nil
}
