package settledtwice

import (
	"log"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

// A deferred call settles it whatever comes.
func deferred(d amqp.Delivery) {
	defer d.Ack(false)
	if err := ship(order{}); err != nil {
		_ = d.Nack(false, false) // want `d.Nack settles d, which d.Ack \(line \d+\) settles as well`
	}
}

// The branch does more than that.
func logs(m jetstream.Msg) {
	if err := ship(order{}); err != nil {
		_ = m.Nak()
		log.Print(err)
	}
	_ = m.Ack() // want `one of the two answers is ignored or fails: m.Ack settles m, which m.Nak \(line \d+\) settles as well`
}

// The function has a result.
func result(d amqp.Delivery) error {
	err := ship(order{})
	if err != nil {
		_ = d.Nack(false, false)
	}
	return d.Ack(false) // want `d.Ack settles d, which d.Nack`
}

func row(d amqp.Delivery) {
	_ = d.Ack(false)
	log.Print("acknowledged")
	_ = d.Reject(false) // want `d.Reject settles d`
}
