package ackedbeforehandled

import (
	"context"
	"encoding/json"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

// It is handled first.
func inOrder(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := write(ctx, m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// It has been handled, and is only told about behind the acknowledgement.
func told(ctx context.Context, deliveries <-chan amqp.Delivery, audit func(context.Context, []byte) error) {
	for d := range deliveries {
		if write(ctx, d.Body) != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
		log.Printf("done: %s", d.Body)
		_ = audit(ctx, d.Body)
	}
}

// What cannot be read is not handled.
func broken(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			_ = d.Ack(false)
			log.Printf("cannot read %s", d.Body)
			continue
		}
		if save(ctx, o) != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// At most once, as the comment says.
func atMostOnce(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		// Acknowledged first on purpose: a mail that is sent twice is worse than one that is lost.
		_ = d.Ack(false)
		if err := write(ctx, d.Body); err != nil {
			log.Print(err)
		}
	}
}

// What is sent on in one case is settled by its receiver, and what another case settles was never sent.
func (w *worker) byKind(d amqp.Delivery, kind string) {
	switch kind {
	case "row":
		w.rows <- d.Body
		return
	case "test":
		d.Ack(false)
		return
	default:
		d.Ack(false)
	}
}
