package unlimitedprefetch

import (
	"context"
	"log"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

type consumer struct {
	conn    *amqp.Connection
	queue   string
	workers int
	resize  func(ctx context.Context, object string) error
}

func (c *consumer) run(ctx context.Context) error {
	ch, err := c.conn.Channel()
	if err != nil {
		return err
	}
	in, err := ch.Consume(c.queue, "", false, false, false, false, nil) // want `the broker sends the whole backlog into the memory of one consumer, and others get none of it: no Qos limits what ch.Consume receives`
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for range c.workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for d := range in {
				c.handle(ctx, d)
			}
		}()
	}
	wg.Wait()
	return nil
}

func (c *consumer) handle(ctx context.Context, d amqp.Delivery) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := c.resize(ctx, string(d.Body)); err != nil {
		log.Print(err, d.Nack(false, !d.Redelivered))
		return
	}
	if err := d.Ack(false); err != nil {
		log.Print(err)
	}
}
