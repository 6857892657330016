package pendingneverclaimed

import (
	"context"

	"github.com/redis/go-redis/v9"
)

type consumer struct {
	rdb                 *redis.Client
	stream, group, name string
}

func (c *consumer) read(ctx context.Context) ([]redis.XMessage, error) {
	streams, err := c.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{ // want `c.rdb.XReadGroup reads new messages only, and nothing claims those left pending: what a consumer had read when it was ended is never handled \(jobsafety/pending-never-claimed\)`
		Group:    c.group,
		Consumer: c.name,
		Streams:  []string{c.stream, ">"},
		Count:    10,
	}).Result()
	if err != nil {
		return nil, err
	}
	return streams[0].Messages, nil
}

func (c *consumer) ack(ctx context.Context, id string) { c.rdb.XAck(ctx, c.stream, c.group, id) }
