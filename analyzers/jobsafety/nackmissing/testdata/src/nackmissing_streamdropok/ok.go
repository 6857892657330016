package nackmissing_streamdropok

import (
	"context"
	"log"

	"github.com/redis/go-redis/v9"
)

type meter struct {
	rdb   *redis.Client
	store func(ctx context.Context, id, value string) error
}

// What is handled is acknowledged as well.
func (m *meter) handle(ctx context.Context, entry redis.XMessage) error {
	value, ok := entry.Values["value"].(string)
	if !ok {
		return m.rdb.XAck(ctx, "readings", "meters", entry.ID).Err()
	}
	if err := m.store(ctx, entry.ID, value); err != nil {
		return err
	}
	return m.rdb.XAck(ctx, "readings", "meters", entry.ID).Err()
}

// The branch is that of success.
func (m *meter) succeed(ctx context.Context, entry redis.XMessage) {
	if err := m.store(ctx, entry.ID, ""); err == nil {
		m.rdb.XAck(ctx, "readings", "meters", entry.ID)
		return
	}
	log.Printf("%s is read again", entry.ID)
}

func (m *meter) run(ctx context.Context) error {
	for ctx.Err() == nil {
		streams, err := m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "meters", Consumer: "a", Streams: []string{"readings", "0"}}).Result()
		if err != nil {
			return err
		}
		for _, entry := range streams[0].Messages {
			if err := m.handle(ctx, entry); err != nil {
				return err
			}
		}
	}
	return nil
}
