package nackmissing

import (
	"context"
	"log"

	"cloud.google.com/go/pubsub"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

func consume(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if err := handle(d.Body); err != nil {
			log.Print(err)
			continue // want `d is neither acknowledged nor nacked on a path to this continue`
		}
		if err := d.Ack(false); err != nil {
			return
		}
	}
}

// The end of the body, where only one branch settles.
func oneBranch(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if err := handle(d.Body); err == nil {
			_ = d.Ack(false)
		} else {
			log.Print(err)
		}
	} // want `d is neither acknowledged nor nacked on a path to the end of the loop's body`
}

// A case of a switch.
func cases(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		switch string(d.Body) {
		case "a":
			_ = d.Ack(false)
		case "b":
			log.Print("b")
		default:
			_ = d.Reject(false)
		}
	} // want `on a path to the end of the loop's body`
}

// Callbacks of one message.
func callbacks(ctx context.Context, sub *pubsub.Subscription) error {
	_ = func(msg jetstream.Msg) {
		if handle(msg.Data()) != nil {
			return // want `msg is neither acknowledged nor nacked on a path to this return`
		}
		_ = msg.Ack()
	}
	return sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := handle(m.Data); err != nil {
			log.Print(err)
			return // want `m is neither acknowledged nor nacked`
		}
		m.Ack()
	})
}

func handle([]byte) error { return nil }

// What the handling has come to is no kind of message.
func outcomes(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		done := handled(d.Body)
		if done {
			log.Print(len(d.Body))
		}
		if done {
			_ = d.Ack(false)
		}
	} // want `d is neither acknowledged nor nacked on a path to the end of the loop`
}

func handled(body []byte) bool { return handle(body) == nil }
