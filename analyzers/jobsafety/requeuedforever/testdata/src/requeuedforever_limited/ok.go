package limited

import (
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Safe: the queue has a limit of deliveries.
func run(ch *amqp.Channel, store func([]byte) error) error {
	q, err := ch.QueueDeclare("orders", true, false, false, false, amqp.Table{"x-queue-type": "quorum", "x-delivery-limit": 5})
	if err != nil {
		return err
	}
	deliveries, err := ch.Consume(q.Name, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := store(d.Body); err != nil {
			log.Print(err)
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
	return nil
}
