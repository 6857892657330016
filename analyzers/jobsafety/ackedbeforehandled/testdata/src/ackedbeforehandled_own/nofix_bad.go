package ackedbeforehandled_own

import (
	"context"
	"time"
)

// A program's own interface: a method acknowledges the message, another one requeues it.
type Delivery interface {
	Body() []byte
	Ack() error
	Requeue(after time.Duration) error
}

type consumer struct {
	handle func(ctx context.Context, body []byte) error
}

func (c *consumer) process(ctx context.Context, d Delivery) error {
	if err := d.Ack(); err != nil { // want `message is lost when handling fails or the process exits: d.Ack acknowledges d before c.handle handles it`
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	return c.handle(ctx, d.Body())
}
