package unlimitedprefetch

import (
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// The broker waits for no acknowledgment: Qos would have no effect.
func follow(conn *amqp.Connection, queue string) error {
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	in, err := ch.Consume(queue, "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range in {
		log.Print(string(d.Body))
	}
	return nil
}
