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
	streams, err := c.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{ // want `c.rdb.XReadGroup reads new messages only, and nothing claims pending ones`
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

// NoAck is set, to false; the arguments have a name.
func (c *consumer) readNamed(ctx context.Context) ([]redis.XStream, error) {
	args := &redis.XReadGroupArgs{
		Group:    c.group,
		Consumer: c.name,
		Streams:  []string{c.stream, ">"}, // want `c.rdb.XReadGroup reads new messages only`
		NoAck:    false,
	}
	streams, err := c.rdb.XReadGroup(ctx, args).Result()
	return streams, err
}

// A read whose IDs nobody can see here does not speak for this one.
func (c *consumer) readFrom(ctx context.Context, ids []string) {
	c.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: c.group, Consumer: c.name, Streams: ids})
	c.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "other", Consumer: c.name, Streams: []string{"log", ">"}, NoAck: true})
}
