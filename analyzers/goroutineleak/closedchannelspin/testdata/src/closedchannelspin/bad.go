package closedchannelspin

import (
	"context"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

func handle(d amqp.Delivery) {}

// The broker restarts, and the loop takes a whole core.
func consume(ctx context.Context, ch *amqp.Channel) error {
	msgs, err := ch.Consume("jobs", "worker", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case d := <-msgs: // want `loop spins once msgs is closed, as it is when the connection or channel ends: each receive then gives a zero value immediately, and none asks whether msgs is closed`
			handle(d)
		}
	}
}

// In a goroutine, without a select.
func forever(ch *amqp.Channel) {
	msgs, _ := ch.Consume("jobs", "worker", true, false, false, false, nil)
	go func() {
		for {
			d := <-msgs // want `loop spins once msgs is closed, as it is when the connection or channel ends`
			handle(d)
		}
	}()
}

// A Feed is closed by its owner, and its loop does not end by that.
type Feed struct {
	events chan string
}

func (f *Feed) run() {
	for {
		select {
		case e := <-f.events: // want `loop spins once f.events is closed, as at line 53`
			log.Print(e)
		}
	}
}

func (f *Feed) Close() { close(f.events) }

// The value is dropped.
func count(list []string) {
	done := make(chan int)
	go func() {
		defer close(done)
		for range list {
			done <- 1
		}
	}()
	for {
		select {
		case <-done: // want `loop spins once done is closed, as at line 59`
		}
	}
}

func opened(ch *amqp.Channel) (string, <-chan amqp.Delivery, error) {
	msgs, err := ch.Consume("charges", "", false, false, false, false, nil)
	if err != nil {
		return "", nil, err
	}
	return "charges", msgs, nil
}

// A function of the package returns what the library made.
func consumeOpened(ctx context.Context, ch *amqp.Channel) error {
	_, msgs, err := opened(ch)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case d := <-msgs: // want `loop spins once msgs is closed`
			handle(d)
		}
	}
}

// A parameter gets it.
func consumeGiven(ctx context.Context, ch *amqp.Channel) error {
	msgs, err := ch.Consume("refunds", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	consumeAll(ctx, msgs)
	return nil
}

func consumeAll(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for {
		select {
		case <-ctx.Done():
			return
		case d := <-deliveries: // want `loop spins once deliveries is closed`
			handle(d)
		}
	}
}
