package closedchannelspin

import amqp "github.com/rabbitmq/amqp091-go"

type consumer struct {
	channel    *amqp.Channel
	deliveries <-chan amqp.Delivery
	stop       chan struct{}
}

func (c *consumer) connect() (err error) {
	c.deliveries, err = c.channel.Consume("jobs", "worker", true, false, false, false, nil)
	return err
}

func (c *consumer) close() { c.deliveries = nil }

func (c *consumer) run() {
	for {
		select {
		case d := <-c.deliveries: // want `loop spins once c.deliveries is closed, as it is when the connection or channel ends`
			handle(d)
		case <-c.stop:
			return
		}
	}
}
