package requeuedforever

import (
	"encoding/json"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Safe: it is requeued once.
func once(d amqp.Delivery) {
	if err := json.Unmarshal(d.Body, new(order)); err != nil {
		if d.Redelivered {
			_ = d.Nack(false, false)
			return
		}
		_ = d.Nack(false, true)
		return
	}
	_ = d.Ack(false)
}

// Safe: it is dropped, or goes to a dead letter queue.
func dropped(d amqp.Delivery) {
	if err := json.Unmarshal(d.Body, new(order)); err != nil {
		_ = d.Nack(false, false)
		return
	}
	_ = d.Ack(false)
}

// Safe: no error leads there; the consumer stops, and another one takes over.
func stopping(d amqp.Delivery, stop <-chan struct{}) {
	select {
	case <-stop:
		log.Print("stopping")
		_ = d.Nack(false, true)
		return
	default:
	}
	_ = d.Ack(false)
}
