package ackedbeforehandled

import (
	"context"
	"log"

	"github.com/IBM/sarama"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Who takes it from the channel has to acknowledge it.
func claim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim, jobs chan<- []byte) error {
	for m := range c.Messages() {
		s.MarkMessage(m, "") // want `s.MarkMessage acknowledges m before it is sent on jobs`
		jobs <- m.Value
	}
	return nil
}

func spawn(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		_ = d.Ack(false) // want `d.Ack acknowledges d before write handles it`
		go func() {
			if err := write(ctx, d.Body); err != nil {
				log.Print(err)
			}
		}()
	}
}
