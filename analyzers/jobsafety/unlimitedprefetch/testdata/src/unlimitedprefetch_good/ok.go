package unlimitedprefetch_good

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

func run(ctx context.Context, conn *amqp.Connection, queue string, handle func(context.Context, amqp.Delivery)) error {
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	if err := ch.Qos(8, 0, false); err != nil {
		return err
	}
	in, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range in {
		go handle(ctx, d)
	}
	return nil
}

// The limit is set where the channel is made.
func open(conn *amqp.Connection, workers int) (*amqp.Channel, error) {
	ch, err := conn.Channel()
	if err != nil {
		return nil, err
	}
	return ch, ch.Qos(2*workers, 0, false)
}

func runLimited(ctx context.Context, conn *amqp.Connection, queue string, handle func(context.Context, amqp.Delivery)) error {
	ch, err := open(conn, 4)
	if err != nil {
		return err
	}
	in, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range in {
		go handle(ctx, d)
	}
	return nil
}
