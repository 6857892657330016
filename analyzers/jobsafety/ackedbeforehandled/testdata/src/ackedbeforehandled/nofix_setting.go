package ackedbeforehandled

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

type taker struct {
	manual bool
	store  interface {
		Put(ctx context.Context, row []byte) error
	}
}

func (t *taker) take(ctx context.Context, d amqp.Delivery) {
	if !t.manual {
		defer d.Ack(false) // want `message is lost when handling fails: the deferred d.Ack acknowledges d also when t.store.Put handles it and drops its error at line 20`
	}
	t.store.Put(ctx, d.Body)
}

func (t *taker) takeAll(ctx context.Context, d amqp.Delivery) {
	defer d.Ack(false) // want `acknowledges d also when write handles it and drops its error at line 25`
	_ = write(ctx, d.Body)
}
