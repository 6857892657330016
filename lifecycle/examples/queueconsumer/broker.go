package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// message must be settled by exactly one call of ack or nack.
type message struct {
	body      string
	ack, nack func()
}

// broker stands for a message broker. Like a real one it calls the subscriber
// from goroutines of its own, and may do so for a moment after unsubscribe.
type broker struct {
	mu         sync.Mutex
	subscriber func(context.Context, message)
	connected  bool
	acked      map[string]int
	nacked     map[string]int
}

func newBroker() *broker {
	return &broker{connected: true, acked: map[string]int{}, nacked: map[string]int{}}
}

func (b *broker) subscribe(f func(context.Context, message)) {
	lifecycle.WithLock(&b.mu, func() { b.subscriber = f })
}

func (b *broker) unsubscribe() { b.subscribe(nil) }

// publish makes up messages until ctx ends.
func (b *broker) publish(ctx context.Context) {
	n := 0
	lifecycle.Every(ctx, time.Second, func(ctx context.Context) {
		n++
		b.deliver(ctx, fmt.Sprint("message ", n))
	})
}

// deliver calls the subscriber, if there is one, and reports whether there was.
func (b *broker) deliver(ctx context.Context, body string) bool {
	b.mu.Lock()
	subscriber := b.subscriber
	b.mu.Unlock()
	if subscriber == nil {
		return false
	}
	subscriber(ctx, message{
		body: body,
		ack:  func() { b.settle(b.acked, body, true) },
		nack: func() { b.settle(b.nacked, body, false) },
	})
	return true
}

// settle counts. A nack needs no connection, since a broker requeues what a closed one has
// left; but a message that is processed, and cannot be acknowledged, is processed again by
// another consumer.
func (b *broker) settle(as map[string]int, body string, done bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if done && !b.connected {
		panic("acknowledged after the connection was closed: " + body)
	}
	as[body]++
}

func (b *broker) disconnect(context.Context) {
	lifecycle.WithLock(&b.mu, func() { b.connected = false })
}
