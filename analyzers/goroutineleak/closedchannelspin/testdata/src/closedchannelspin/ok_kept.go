package closedchannelspin

import amqp "github.com/rabbitmq/amqp091-go"

// What is kept may be a channel that nothing closes.
type either struct {
	channel    *amqp.Channel
	deliveries <-chan amqp.Delivery
	stop       chan struct{}
}

func (e *either) connect() (err error) {
	e.deliveries, err = e.channel.Consume("jobs", "worker", true, false, false, false, nil)
	return err
}

func (e *either) replay(old <-chan amqp.Delivery) { e.deliveries = old }

func (e *either) run() {
	for {
		select {
		case d := <-e.deliveries:
			handle(d)
		case <-e.stop:
			return
		}
	}
}
