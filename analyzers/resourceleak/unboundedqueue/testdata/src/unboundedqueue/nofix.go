package unboundedqueue

import (
	"context"
	"sync"
)

type message struct{ to string }

type transport interface {
	Send(ctx context.Context, m message) error
}

type outbox struct {
	mu      sync.Mutex
	pending []message
	wake    chan struct{}
	tr      transport
}

func (o *outbox) Enqueue(m message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pending = append(o.pending, m) // want `memory grows while o.tr.Send is slow or fails: Enqueue adds to o.pending, which has no limit`
	select {
	case o.wake <- struct{}{}:
	default:
	}
}

func (o *outbox) next() (message, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending) == 0 {
		return message{}, false
	}
	m := o.pending[0]
	o.pending = o.pending[1:]
	return m, true
}

func (o *outbox) drain(ctx context.Context) {
	for m, ok := o.next(); ok; m, ok = o.next() {
		_ = o.tr.Send(ctx, m)
	}
}

// All that is there is taken, and sent as one.
type batches struct {
	mu   sync.Mutex
	list []message
	out  interface {
		Publish(ctx context.Context, list []message) error
	}
}

func (b *batches) Add(m message) {
	b.mu.Lock()
	b.list = append(b.list, m) // want `memory grows while b.out.Publish is slow or fails`
	b.mu.Unlock()
}

func (b *batches) run(ctx context.Context, tick <-chan struct{}) {
	for range tick {
		b.flush(ctx)
	}
}

func (b *batches) flush(ctx context.Context) {
	for {
		b.mu.Lock()
		list := b.list
		b.list = nil
		b.mu.Unlock()
		if list == nil || b.out.Publish(ctx, list) != nil {
			return
		}
	}
}
