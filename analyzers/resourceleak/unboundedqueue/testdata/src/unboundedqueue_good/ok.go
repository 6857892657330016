package unboundedqueue_good

import (
	"context"
	"errors"
	"sync"
)

type message struct{ to string }

type transport interface {
	Send(ctx context.Context, m message) error
}

type outbox struct {
	mu      sync.Mutex
	pending []message
	limit   int
	wake    chan struct{}
	tr      transport
}

func (o *outbox) Enqueue(m message) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending) >= o.limit {
		return errors.New("full")
	}
	o.pending = append(o.pending, m)
	select {
	case o.wake <- struct{}{}:
	default:
	}
	return nil
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
