package ackedbeforehandled

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Silent: the condition is about the message.
func (t *taker) okOld(ctx context.Context, d amqp.Delivery) error {
	if d.Redelivered {
		defer d.Ack(false)
	}
	return t.store.Put(ctx, d.Body)
}

// Silent: what has failed is put back.
func (t *taker) okPutBack(ctx context.Context, d amqp.Delivery) {
	if !t.manual {
		defer d.Ack(false)
	}
	if err := t.store.Put(ctx, d.Body); err != nil {
		_ = write(ctx, d.Body)
	}
}
