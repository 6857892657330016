package taken

import amqp "github.com/rabbitmq/amqp091-go"

// Only this consumer has the queue, which goes with it.
func news(ch *amqp.Channel, show func([]byte) error) error {
	deliveries, err := ch.Consume("news", "", true, true, false, false, nil) // want `ch.Consume has the broker forget the message before show handles it at line 12`
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := show(d.Body); err != nil {
			return err
		}
	}
	return nil
}
