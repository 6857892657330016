package ackedbeforehandled

import (
	"context"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// The deferred function looks at the error.
func settles(ctx context.Context, d amqp.Delivery) (err error) {
	defer func() {
		if err != nil {
			_ = d.Nack(false, true)
			return
		}
		_ = d.Ack(false)
	}()
	return write(ctx, d.Body)
}

// What fails is stored elsewhere, and may be confirmed.
func parked(ctx context.Context, d amqp.Delivery) {
	defer d.Ack(false)
	if err := write(ctx, d.Body); err != nil {
		if err := park(ctx, d.Body); err != nil {
			log.Print(err)
		}
	}
}

func park(ctx context.Context, row []byte) error { return nil }

// Nothing that can fail handles it.
func counted(d amqp.Delivery, seen map[string]int) {
	defer d.Ack(false)
	seen[string(d.Body)]++
}

// It is handled before.
func handledFirst(ctx context.Context, d amqp.Delivery) error {
	if err := write(ctx, d.Body); err != nil {
		return d.Nack(false, true)
	}
	defer d.Ack(false)
	return save(ctx, order{})
}

// The function waits for the answer of the goroutine that handles it.
type request struct {
	body []byte
	done chan error
}

func (w *worker) ask(requests chan<- request, d amqp.Delivery) error {
	done := make(chan error, 1)
	requests <- request{d.Body, done}
	if err := <-done; err != nil {
		return d.Nack(false, true)
	}
	return d.Ack(false)
}
