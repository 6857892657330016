package streamok

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type meter struct {
	rdb   *redis.Client
	store func(ctx context.Context, v map[string]any) error
}

// Another function acknowledges.
func (m *meter) follow(ctx context.Context) error {
	res, err := m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "meters", Consumer: "one", Streams: []string{"readings", "0"}}).Result()
	if err != nil {
		return err
	}
	for _, e := range res[0].Messages {
		if err := m.store(ctx, e.Values); err != nil {
			return err
		}
		m.done(ctx, e.ID)
	}
	return nil
}

func (m *meter) done(ctx context.Context, id string) { m.rdb.XAck(ctx, "readings", "meters", id) }
