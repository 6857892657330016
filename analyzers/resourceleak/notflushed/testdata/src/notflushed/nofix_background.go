package notflushed

import (
	"context"

	"github.com/segmentio/kafka-go"
)

type views struct{ events *kafka.Writer }

func newViews(topic string) *views {
	return &views{events: &kafka.Writer{Topic: topic, Async: true}} // want `what the kafka.Writer has not sent yet is lost when the program stops: it sends in the background, and nothing closes it`
}

func (v *views) seen(ctx context.Context, page []byte) error {
	return v.events.WriteMessages(ctx, kafka.Message{Value: page})
}

type clicks struct{ events *kafka.Writer }

func newClicks(topic string) *clicks {
	w := kafka.NewWriter(kafka.WriterConfig{Topic: topic, Async: true}) // want `what the kafka.Writer has not sent yet is lost when the program stops`
	return &clicks{w}
}

func (c *clicks) clicked(ctx context.Context, page []byte) error {
	return c.events.WriteMessages(ctx, kafka.Message{Value: page})
}
