package nackmissing

import (
	"context"
	"log"

	"cloud.google.com/go/pubsub"
	amqp "github.com/rabbitmq/amqp091-go"
)

// The broker has been told to wait, and nobody tells it.
func unsettled(ch *amqp.Channel) error {
	deliveries, err := ch.Consume("orders", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	go func() {
		for d := range deliveries { // want `d is never acknowledged or nacked`
			if err := handle(d.Body); err != nil {
				log.Print(err)
			}
		}
	}()
	return nil
}

// So it is where failed ones are left in between, and in a case of a select.
func unsettledCase(ctx context.Context, ch *amqp.Channel) error {
	deliveries, err := ch.Consume("orders", "", false, false, false, false, nil)
	for err == nil {
		select {
		case d := <-deliveries: // want `d is never acknowledged or nacked`
			if err := handle(d.Body); err != nil {
				log.Print(err)
				continue
			}
			log.Print("handled")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// A subscription calls for each.
func unsettledCallback(ctx context.Context, sub *pubsub.Subscription) error {
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) { // want `m is never acknowledged or nacked`
		if err := handle(m.Data); err != nil {
			log.Print(err)
		}
	})
}
