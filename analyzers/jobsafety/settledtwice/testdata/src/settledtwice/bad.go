package settledtwice

import (
	"encoding/json"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

type order struct{ ID string }

func ship(o order) error { return nil }

func consume(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			log.Print(err)
			_ = d.Nack(false, false)
			continue
		}
		if err := ship(o); err != nil {
			log.Print(err)
			_ = d.Nack(false, !d.Redelivered)
		}
		_ = d.Ack(false) // want `the broker closes the channel: d.Ack settles d, which d.Nack \(line \d+\) settles as well`
	}
}

type worker struct{}

func (w *worker) handle(d amqp.Delivery) {
	if err := w.work(d.Body); err != nil {
		log.Print(err)
		_ = d.Reject(false)
	}
	if err := d.Ack(false); err != nil { // want `d.Ack settles d, which d.Reject \(line \d+\) settles as well`
		log.Print(err)
	}
}

func (w *worker) work(body []byte) error { return nil }
