package requeuedforever

import (
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
)

// The caller decides whether the message comes back.
func finish(s settler, again bool, err error) error {
	if err == nil {
		return s.Ack(false)
	}
	return s.Nack(false, again)
}

func refunds(deliveries <-chan amqp.Delivery) error {
	for d := range deliveries {
		var o order
		err := json.Unmarshal(d.Body, &o)
		if err := finish(&d, !d.Redelivered, err); err != nil {
			return err
		}
	}
	return nil
}

// Only what comes for the first time is settled so.
func settleFirst(s settler, err error) error {
	if err != nil {
		return s.Nack(false, true)
	}
	return s.Ack(false)
}

func receipts(deliveries <-chan amqp.Delivery) error {
	for d := range deliveries {
		if d.Redelivered {
			_ = d.Reject(false)
			continue
		}
		var o order
		err := json.Unmarshal(d.Body, &o)
		if err := settleFirst(&d, err); err != nil {
			return err
		}
	}
	return nil
}
