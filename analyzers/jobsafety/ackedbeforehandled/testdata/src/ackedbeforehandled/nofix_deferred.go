package ackedbeforehandled

import (
	"context"
	"encoding/json"
	"errors"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

func deferring(ctx context.Context, d amqp.Delivery) error {
	defer d.Ack(false) // want `message is lost when handling fails: the deferred d.Ack acknowledges d also when write handles it with an error at line 14`
	return write(ctx, d.Body)
}

func inLiteral(ctx context.Context, d amqp.Delivery) (err error) {
	defer func() {
		err = errors.Join(err, d.Ack(false)) // want `the deferred d.Ack acknowledges d also when save handles it with an error at line 25`
	}()
	var o order
	if err := json.Unmarshal(d.Body, &o); err != nil {
		return err
	}
	return save(ctx, o)
}

func tested(ctx context.Context, d amqp.Delivery) {
	defer func() {
		if err := d.Ack(false); err != nil { // want `the deferred d.Ack acknowledges d also when write handles it with an error at line 34`
			log.Print(err)
		}
	}()
	if err := write(ctx, d.Body); err != nil {
		log.Print(err)
	}
}
