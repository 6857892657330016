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
