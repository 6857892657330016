package closedchannelspin

import (
	"context"
	"errors"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Nope. It asks.
func asks(ctx context.Context, ch *amqp.Channel) error {
	msgs, err := ch.Consume("jobs", "worker", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case d, ok := <-msgs:
			if !ok {
				return errors.New("closed")
			}
			handle(d)
		}
	}
}

// Nope. A range ends with the channel.
func ranges(ch *amqp.Channel) {
	msgs, _ := ch.Consume("jobs", "worker", true, false, false, false, nil)
	for d := range msgs {
		handle(d)
	}
}

// Nope. It looks at what it gets.
type Lines struct{ lines chan *string }

func (l *Lines) run() {
	for {
		line := <-l.lines
		if line == nil {
			return
		}
		log.Print(*line)
	}
}

func (l *Lines) Close() { close(l.lines) }

// Nope. The channel tells that it is over, and the loop ends.
type Clock struct {
	ticks chan int
	quit  chan struct{}
}

func (c *Clock) run() {
	for {
		select {
		case t := <-c.ticks:
			log.Print(t)
		case <-c.quit:
			return
		}
	}
}

func (c *Clock) Close() { close(c.quit) }

// Nope. The loop closes it itself when it ends.
type Pump struct {
	in   chan int
	quit chan struct{}
}

func (p *Pump) run() {
	defer close(p.in)
	for {
		select {
		case n := <-p.in:
			log.Print(n)
		case <-p.quit:
			return
		}
	}
}

// Nope. One receive ends the loop.
func first(errs chan error) error {
	defer close(errs)
	for {
		select {
		case err := <-errs:
			return err
		}
	}
}

// Nope. A plain break leaves a loop without a select.
type Batches struct{ in chan []int }

func (b *Batches) run() {
	for {
		batch := <-b.in
		if batch == nil {
			break
		}
		log.Print(len(batch))
	}
}

func (b *Batches) Close() { close(b.in) }
