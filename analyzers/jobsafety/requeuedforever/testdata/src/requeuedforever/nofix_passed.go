package requeuedforever

import (
	"encoding/json"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// A settler is what the consumers know of a delivery.
type settler interface {
	Ack(multiple bool) error
	Nack(multiple, requeue bool) error
}

func settle(s settler, err error) error {
	if err == nil {
		return s.Ack(false)
	}
	log.Print(err)
	return s.Nack(false, true) // want `the message comes back forever: s.Nack requeues what json.Unmarshal \(line \d+\) can never read`
}

func invoices(deliveries <-chan amqp.Delivery) error {
	for d := range deliveries {
		var o order
		err := json.Unmarshal(d.Body, &o)
		if err == nil {
			err = ship(o)
		}
		if err := settle(&d, err); err != nil {
			return err
		}
	}
	return nil
}

func reject(d amqp.Delivery, err error) {
	if err != nil {
		_ = d.Reject(true) // want `the message comes back forever: d.Reject requeues what parseOrder \(line \d+\) can never read`
	}
}

func returns(d amqp.Delivery) {
	o, err := parseOrder(d.Body)
	if err != nil {
		reject(d, err)
		return
	}
	_ = ship(o)
	_ = d.Ack(false)
}

func parseOrder(b []byte) (o order, err error) {
	err = json.Unmarshal(b, &o)
	return o, err
}
