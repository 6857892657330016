// Package taken handles messages that the queue has forgotten.
package taken

import (
	"context"
	"log"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
)

func orders(ch *amqp.Channel, book func([]byte) error) error {
	deliveries, err := ch.Consume("orders", "", true, false, false, false, nil) // want `ch.Consume has the broker forget the message before book handles it at line 20`
	if err != nil {
		return err
	}
	for d := range deliveries {
		if err := book(d.Body); err != nil {
			log.Print(err)
		}
	}
	return nil
}

func readings() *kafka.Reader {
	return kafka.NewReader(kafka.ReaderConfig{GroupID: "readings", Topic: "meters"})
}

func meter(ctx context.Context, r *kafka.Reader, store func([]byte) error) error {
	for {
		m, err := r.ReadMessage(ctx) // want `r.ReadMessage commits the offset before store handles it at line 37`
		if err != nil {
			return err
		}
		if err := store(m.Value); err != nil {
			return err
		}
	}
}

func images(ctx context.Context, rdb *redis.Client, scale func(string) error) {
	for ctx.Err() == nil {
		v, err := rdb.BRPop(ctx, time.Second, "images").Result() // want `rdb.BRPop takes the message off the list before scale handles it at line 49`
		if err != nil {
			continue
		}
		if err := scale(v[1]); err != nil {
			log.Print(err)
		}
	}
}
