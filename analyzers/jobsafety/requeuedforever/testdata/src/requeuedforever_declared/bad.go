package declared

import (
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

func run(ch *amqp.Channel, store func([]byte) error) error {
	q, err := ch.QueueDeclare("orders", true, false, false, false, nil)
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
			_ = d.Nack(false, true) // want `a message for which store \(line 19\) always fails comes back forever: d.Nack requeues it, and nothing limits how often`
			continue
		}
		_ = d.Ack(false)
	}
	return nil
}
