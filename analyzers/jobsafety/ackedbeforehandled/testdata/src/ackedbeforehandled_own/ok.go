package ackedbeforehandled_own

import (
	"context"
	"errors"
)

// It is acknowledged when it has been handled.
func (c *consumer) okAfter(ctx context.Context, d Delivery) error {
	if err := c.handle(ctx, d.Body()); err != nil {
		return errors.Join(err, d.Requeue(0))
	}
	return d.Ack()
}

// What has an Ack alone is no message that can be requeued.
type packet interface {
	Body() []byte
	Ack() error
}

func (c *consumer) okPacket(ctx context.Context, p packet) error {
	if err := p.Ack(); err != nil {
		return err
	}
	return c.handle(ctx, p.Body())
}

// A delivery is named by its tag: the method is one of the client.
type client interface {
	Ack(tag uint64) error
	Requeue(tag uint64) error
}

func (c *consumer) okClient(ctx context.Context, q client, body []byte) error {
	if err := q.Ack(1); err != nil {
		return err
	}
	return c.handle(ctx, body)
}
