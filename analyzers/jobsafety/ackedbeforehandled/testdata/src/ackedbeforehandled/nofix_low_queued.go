package ackedbeforehandled

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

// What the queue holds is lost when the process exits, and only then.
type worker struct {
	queue chan amqp.Delivery
	rows  chan []byte
}

func (w *worker) receive(ctx context.Context, d amqp.Delivery) error {
	select {
	case w.queue <- d:
		return d.Ack(false) // want `d.Ack acknowledges d, which is only in the memory of the process, sent on w.queue at line 17`
	case <-ctx.Done():
		return d.Nack(false, true)
	}
}

func (w *worker) all(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		w.rows <- d.Body
		_ = d.Ack(false) // want `d.Ack acknowledges d, which is only in the memory of the process, sent on w.rows at line 26`
	}
}
