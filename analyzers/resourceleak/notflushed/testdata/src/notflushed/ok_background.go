package notflushed

import (
	"context"

	"github.com/segmentio/kafka-go"
)

// WriteMessages returns when the messages are sent.
type orders struct{ events *kafka.Writer }

func newOrders(topic string) *orders { return &orders{events: &kafka.Writer{Topic: topic}} }

func (o *orders) add(ctx context.Context, order []byte) error {
	return o.events.WriteMessages(ctx, kafka.Message{Value: order})
}

// A method closes the writer.
type visits struct{ events *kafka.Writer }

func newVisits(topic string) *visits {
	return &visits{events: &kafka.Writer{Topic: topic, Async: true}}
}

func (v *visits) Close() error { return v.events.Close() }

// The caller has to close it.
func Open(topic string) *kafka.Writer { return &kafka.Writer{Topic: topic, Async: true} }

// It is closed where it is used.
func send(ctx context.Context, topic string, m kafka.Message) error {
	w := kafka.NewWriter(kafka.WriterConfig{Topic: topic, Async: true})
	defer w.Close()
	return w.WriteMessages(ctx, m)
}
