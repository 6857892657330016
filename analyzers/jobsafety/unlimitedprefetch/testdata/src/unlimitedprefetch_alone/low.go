package unlimitedprefetch_alone

import amqp "github.com/rabbitmq/amqp091-go"

// Nothing shows that a message takes time.
func Run(conn *amqp.Connection, queue string, handle func([]byte)) error {
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	in, err := ch.Consume(queue, "", false, false, false, false, nil) // want `no Qos limits what ch.Consume receives`
	if err != nil {
		return err
	}
	for d := range in {
		handle(d.Body)
		if err := d.Ack(false); err != nil {
			return err
		}
	}
	return nil
}
