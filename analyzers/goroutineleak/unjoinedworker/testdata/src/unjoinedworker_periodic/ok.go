// Package periodic starts workers that run until a context ends.
package periodic

import (
	"context"
	"time"
)

type store interface {
	SavePeer(ctx context.Context, id string) error
}

// expiry runs until its context ends, and what the end interrupts is made up for in the next run.
type expiry struct {
	db    store
	peers []string
	every time.Duration
}

func (e *expiry) Start(ctx context.Context) {
	go e.run(ctx)
}

func (e *expiry) run(ctx context.Context) {
	running := true
	for running {
		select {
		case <-ctx.Done():
			running = false
			continue
		case <-time.After(e.every):
		}
		e.expire(ctx)
	}
}

func (e *expiry) expire(ctx context.Context) {
	for _, id := range e.peers {
		_ = e.db.SavePeer(ctx, id)
	}
}

// So do those that it starts.
func (e *expiry) StartEach(ctx context.Context) {
	go e.runEach(ctx)
}

func (e *expiry) runEach(ctx context.Context) {
	for _, id := range e.peers {
		go func() {
			running := true
			for running {
				_ = e.db.SavePeer(ctx, id)
				select {
				case <-ctx.Done():
					running = false
				case <-time.After(e.every):
				}
			}
		}()
	}
}
