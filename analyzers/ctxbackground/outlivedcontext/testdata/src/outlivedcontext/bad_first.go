package outlivedcontext

import (
	"context"
	"sync"
	"time"
)

type seat struct{ id string }

func (l *seat) renew(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func takeSeat(ctx context.Context, id string) *seat {
	l := &seat{id}
	go l.renew(ctx)
	return l
}

type locker struct {
	base context.Context

	mu   sync.Mutex
	seat *seat
}

// The seat of all requests ends with the first of them.
func (l *locker) get(ctx context.Context) *seat {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.seat == nil {
		l.seat = takeSeat(ctx, "main") // want `what seat keeps for all later calls of get stops when the first caller's context ends: it works with ctx`
	}
	return l.seat
}

func (l *locker) Held(ctx context.Context) bool { return l.get(ctx) != nil }

func (l *locker) Name(ctx context.Context) string { return l.get(ctx).id }
