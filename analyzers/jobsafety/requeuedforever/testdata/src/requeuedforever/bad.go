package requeuedforever

import (
	"encoding/json"
	"log"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

type order struct{ ID string }

func ship(o order) error { return nil }

func consume(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		var o order
		if err := json.Unmarshal(d.Body, &o); err != nil {
			log.Print(err)
			_ = d.Nack(false, true) // want `the message comes back forever: d.Nack requeues what json.Unmarshal \(line 18\) can never read`
			continue
		}
		if err := ship(o); err != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

type worker struct{}

func (w *worker) handle(d amqp.Delivery) {
	o, err := decodeOrder(d.Body)
	if err != nil {
		_ = d.Reject(true) // want `d.Reject requeues what decodeOrder`
		return
	}
	if err := ship(o); err != nil {
		_ = d.Reject(false)
		return
	}
	_ = d.Ack(false)
}

func decodeOrder(body []byte) (o order, err error) {
	err = json.Unmarshal(body, &o)
	return o, err
}

func onMessage(m jetstream.Msg) {
	var o order
	if err := json.Unmarshal(m.Data(), &o); err != nil {
		_ = m.Nak() // want `m.Nak requeues what json.Unmarshal`
		return
	}
	_ = m.Ack()
}
