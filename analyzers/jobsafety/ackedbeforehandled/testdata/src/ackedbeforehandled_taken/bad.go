package taken

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func entries(ctx context.Context, rdb *redis.Client, list []redis.XMessage, post func(map[string]any) error) error {
	for _, m := range list {
		rdb.XAck(ctx, "entries", "ledger", m.ID) // want `rdb.XAck acknowledges m before post handles it at line 12`
		if err := post(m.Values); err != nil {
			return err
		}
	}
	return nil
}
