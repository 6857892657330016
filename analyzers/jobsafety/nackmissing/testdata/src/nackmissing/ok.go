package nackmissing

import (
	"context"
	"log"
	"slices"

	"cloud.google.com/go/pubsub"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Every way settles it.
func settled(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if err := handle(d.Body); err != nil {
			if d.Redelivered {
				_ = d.Reject(false)
				continue
			}
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// Settled first, or deferred.
func early(msg jetstream.Msg) {
	defer msg.Ack()
	if handle(msg.Data()) != nil {
		return
	}
	log.Print("handled")
}

// The message goes elsewhere on the other way: there it is settled.
func elsewhere(deliveries <-chan amqp.Delivery, retry chan<- amqp.Delivery) {
	for d := range deliveries {
		if handle(d.Body) != nil {
			retry <- d
			continue
		}
		if len(d.Body) == 0 {
			reject(d)
			continue
		}
		_ = d.Ack(false)
	}
}

func reject(d amqp.Delivery) { _ = d.Reject(false) }

// The consumer ends: the broker takes back what is not settled.
func ends(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if ctx.Err() != nil {
			return
		}
		if handle(d.Body) != nil {
			break
		}
		_ = d.Ack(false)
	}
}

// Never settled here: it may be acknowledged automatically, as it is known to be, or
// elsewhere.
func automatic(deliveries <-chan amqp.Delivery, ch *amqp.Channel, kept func(amqp.Delivery)) error {
	for d := range deliveries {
		_ = handle(d.Body)
	}
	own, err := ch.Consume("q", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range own {
		_ = handle(d.Body)
	}
	others, err := ch.Consume("q", "", false, false, false, false, nil)
	for d := range others {
		kept(d)
	}
	return err
}

// With an error result the caller settles it.
func withError(msg jetstream.Msg) error {
	if err := handle(msg.Data()); err != nil {
		return err
	}
	return msg.Ack()
}

// The process ends.
func fatal(m *pubsub.Message) {
	if err := handle(m.Data); err != nil {
		log.Fatal(err)
	}
	m.Ack()
}

// A select with a default that settles.
func selecting(deliveries <-chan amqp.Delivery, full chan []byte) {
	for d := range deliveries {
		select {
		case full <- d.Body:
			_ = d.Ack(false)
		default:
			_ = d.Nack(false, true)
		}
	}
}

// Nope. Messages of the other kind want no answer.
func kinds(ctx context.Context, in <-chan jetstream.Msg, streams []string, undelivered map[int]jetstream.Msg) {
	for {
		select {
		case <-ctx.Done():
			return
		case msg := <-in:
			stream := slices.Contains(streams, msg.Subject())
			if stream {
				_ = msg.InProgress()
			}
			if handle(msg.Data()) != nil {
				if stream {
					_ = msg.Ack()
				}
			} else if stream {
				undelivered[len(undelivered)] = msg
			}
		}
	}
}
