package settledtwice

import (
	"log"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Safe: the branch leaves.
func leavesBranch(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		if err := ship(order{}); err != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// Safe: one of the two.
func either(d amqp.Delivery) {
	if err := ship(order{}); err != nil {
		_ = d.Nack(false, false)
	} else {
		_ = d.Ack(false)
	}
}

// Safe: the same error is tested again.
func tested(d amqp.Delivery) {
	err := ship(order{})
	if err != nil {
		_ = d.Nack(false, false)
	}
	if err != nil {
		log.Print(err)
		return
	}
	_ = d.Ack(false)
}

// Safe: it asks for more time, and then acknowledges.
func longer(m jetstream.Msg) {
	_ = m.InProgress()
	log.Print("working")
	_ = m.Ack()
}

// Safe: another message.
func other(deliveries <-chan amqp.Delivery) {
	d := <-deliveries
	_ = d.Ack(false)
	d = <-deliveries
	_ = d.Ack(false)
}
