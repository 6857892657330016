package nackmissing_streamdrop

import (
	"context"
	"fmt"
	"log"

	"github.com/redis/go-redis/v9"
)

type meter struct {
	rdb   *redis.Client
	store func(ctx context.Context, id, value string) error
}

func (m *meter) run(ctx context.Context) error {
	for ctx.Err() == nil {
		streams, err := m.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "meters", Consumer: "a", Streams: []string{"readings", "0"}}).Result()
		if err != nil {
			return err
		}
		for _, entry := range streams[0].Messages {
			value, ok := entry.Values["value"].(string)
			if !ok {
				log.Printf("no value in %s", entry.ID)
				m.rdb.XAck(ctx, "readings", "meters", entry.ID)
				continue
			}
			if err := m.store(ctx, entry.ID, value); err != nil { // want `entries that are handled stay pending forever: m\.rdb\.XAck acknowledges at line 26 what is dropped, and nothing the others`
				return fmt.Errorf("store %s: %w", entry.ID, err)
			}
		}
	}
	return nil
}
