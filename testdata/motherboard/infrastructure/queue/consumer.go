// Package queue moves messages between services over Redis Streams.
package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

const readBatch = 10

// Consumer is one member of a consumer group.
type Consumer struct {
	rdb    *redis.Client
	stream string
	group  string
	name   string
}

// Connect returns a client for url once the server answers.
func Connect(ctx context.Context, url string) (*redis.Client, error) {
	opts, err := redis.ParseURL(url)
	if err != nil {
		return nil, fmt.Errorf("parse Redis URL: %w", err)
	}
	rdb := redis.NewClient(opts)
	if err := rdb.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(fmt.Errorf("Redis does not answer: %w", err), rdb.Close())
	}
	return rdb, nil
}

// NewConsumer joins group on stream under name, creating both if needed.
func NewConsumer(ctx context.Context, rdb *redis.Client, stream, group, name string) (*Consumer, error) {
	err := rdb.XGroupCreateMkStream(ctx, stream, group, "0").Err()
	if err != nil && !strings.HasPrefix(err.Error(), "BUSYGROUP") {
		return nil, fmt.Errorf("create group %s: %w", group, err)
	}
	return &Consumer{rdb: rdb, stream: stream, group: group, name: name}, nil
}

// Read waits for new messages until some arrive, five seconds pass or ctx ends.
func (c *Consumer) Read(ctx context.Context) ([]redis.XMessage, error) {
	streams, err := c.rdb.XReadGroup(ctx, &redis.XReadGroupArgs{
		Group:    c.group,
		Consumer: c.name,
		Streams:  []string{c.stream, ">"},
		Count:    readBatch,
		Block:    5 * time.Second,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", c.stream, err)
	}
	return streams[0].Messages, nil
}

// Ack tells the group that the messages have been handled.
func (c *Consumer) Ack(ctx context.Context, ids ...string) error {
	return c.rdb.XAck(ctx, c.stream, c.group, ids...).Err()
}

// Publish appends a message to the consumer's stream.
func (c *Consumer) Publish(ctx context.Context, values map[string]any) error {
	return c.rdb.XAdd(ctx, &redis.XAddArgs{Stream: c.stream, Values: values}).Err()
}
