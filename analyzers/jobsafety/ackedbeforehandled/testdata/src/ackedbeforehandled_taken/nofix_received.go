package taken

import (
	"context"
	"errors"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

type tariffs struct{ ch *amqp.Channel }

// A select receives them.
func (t *tariffs) run(ctx context.Context) error {
	msgs, err := t.ch.Consume("tariffs", "", true, false, false, false, nil) // want `t.ch.Consume has the broker forget the message before t.update handles it`
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, ok := <-msgs:
			if !ok {
				return errors.New("no more tariffs")
			}
			if err := t.update(ctx, m.Body); err != nil {
				log.Print(err)
			}
		}
	}
}

func (t *tariffs) update(ctx context.Context, data []byte) error { return ctx.Err() }

// So does a method that is passed the channel.
func (t *tariffs) start(ctx context.Context) error {
	msgs, err := t.ch.Consume("tariffs", "", true, false, false, false, nil) // want `t.ch.Consume has the broker forget the message before t.update handles it`
	if err != nil {
		return err
	}
	go t.loop(ctx, msgs)
	return nil
}

func (t *tariffs) loop(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		if err := t.update(ctx, m.Body); err != nil {
			log.Print(err)
		}
	}
}
