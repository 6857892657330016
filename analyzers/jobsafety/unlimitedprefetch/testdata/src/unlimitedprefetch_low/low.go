package unlimitedprefetch_low

import amqp "github.com/rabbitmq/amqp091-go"

// The caller makes the channel, and may have set its limit.
func Run(ch *amqp.Channel, queue string, handle func(amqp.Delivery)) error {
	in, err := ch.Consume(queue, "", false, false, false, false, nil) // want `no Qos limits what ch.Consume receives`
	if err != nil {
		return err
	}
	for d := range in {
		go handle(d)
	}
	return nil
}
