package main

import (
	"context"
	"errors"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

const (
	stopTimeout    = 8 * time.Second // of the whole stop
	processTimeout = 3 * time.Second // of one message
)

// consumer spreads messages over workers. Its stop has four phases.
type consumer struct {
	broker  *broker
	process func(context.Context, string) error
	gate    lifecycle.Drain
	queue   chan message
	workers lifecycle.Group
}

func newConsumer(b *broker, workers int, process func(context.Context, string) error) *consumer {
	c := &consumer{broker: b, process: process, queue: make(chan message, 2*workers)}
	for range workers {
		c.workers.Go(c.work)
	}
	return c
}

// start subscribes: from now on the broker calls deliver.
func (c *consumer) start() { c.broker.subscribe(c.deliver) }

// deliver passes a message to the workers, or nacks it: once the consumer stops, another
// one will get it.
func (c *consumer) deliver(ctx context.Context, m message) {
	if !c.gate.Enter() {
		m.nack()
		return
	}
	defer c.gate.Leave()
	if err := lifecycle.Send(ctx, c.queue, m); err != nil {
		m.nack()
	}
}

// work settles messages until the queue is closed and empty. The end of its
// context is no reason to leave: what was taken is processed, each message with
// a limit of its own.
func (c *consumer) work(ctx context.Context) {
	for m := range c.queue {
		c.settle(ctx, m)
	}
}

func (c *consumer) settle(ctx context.Context, m message) {
	ctx, cancel := lifecycle.Detach(ctx, processTimeout)
	defer cancel()
	if err := c.process(ctx, m.body); err != nil {
		m.nack()
		return
	}
	m.ack()
}

// stop returns when every message that was taken is settled, or ctx ends.
func (c *consumer) stop(ctx context.Context) error {
	c.broker.unsubscribe()                    // 1. no new messages
	if err := c.gate.Close(ctx); err != nil { // 2. deliveries under way
		return errors.Join(err, c.workers.Stop(ctx)) // a dispatch may still send: not closed
	}
	close(c.queue)             // 3. the workers find an end
	return c.workers.Stop(ctx) // 4. and reach it
}
