package ackedbeforehandled

import (
	"context"
	"encoding/json"
	"log"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

type order struct{ ID int }

func save(ctx context.Context, o order) error     { return nil }
func write(ctx context.Context, row []byte) error { return nil }

func consume(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil { // want `r.CommitMessages acknowledges m before write handles it at line 27`
			return err
		}
		if err := write(ctx, m.Value); err != nil {
			return err
		}
	}
}

// What is decoded from the message is the message.
func orders(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			log.Print(err)
			_ = d.Reject(false)
			continue
		}
		_ = d.Ack(false) // want `d.Ack acknowledges d before save handles it`
		if err := save(ctx, o); err != nil {
			log.Print(err)
		}
	}
}

func callback(ctx context.Context, msg jetstream.Msg) {
	_ = msg.Ack() // want `msg.Ack acknowledges msg before write handles it`
	if err := write(ctx, msg.Data()); err != nil {
		log.Print(err)
	}
}
