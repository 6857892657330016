package requeuedforever

import amqp "github.com/rabbitmq/amqp091-go"

// The queue is declared elsewhere, and may have a limit.
func elsewhere(d amqp.Delivery, o order) {
	if err := ship(o); err != nil {
		_ = d.Nack(false, true) // want `a message for which ship \(line 7\) always fails comes back forever`
		return
	}
	_ = d.Ack(false)
}
