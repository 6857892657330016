package taken

import (
	"context"
	"log"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

// The broker waits to hear of it.
func waits(ch *amqp.Channel, book func([]byte) error) error {
	deliveries, err := ch.Consume("orders", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := book(d.Body); err != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
	return nil
}

// What fails goes back to the list.
func again(ctx context.Context, rdb *redis.Client, scale func(string) error) {
	for ctx.Err() == nil {
		v, err := rdb.BRPop(ctx, time.Second, "images").Result()
		if err != nil {
			continue
		}
		if err := scale(v[1]); err != nil {
			rdb.LPush(ctx, "images", v[1])
		}
	}
}

// It is only written down.
func logged(ch *amqp.Channel) error {
	deliveries, err := ch.Consume("audit", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		log.Printf("%s", d.Body)
	}
	return nil
}

// A select that only counts them.
func (t *tariffs) count(ctx context.Context) (n int, err error) {
	msgs, err := t.ch.Consume("tariffs", "", true, false, false, false, nil)
	if err != nil {
		return 0, err
	}
	for {
		select {
		case <-ctx.Done():
			return n, nil
		case m := <-msgs:
			log.Printf("%d: %s", n, m.Body)
			n++
		}
	}
}
