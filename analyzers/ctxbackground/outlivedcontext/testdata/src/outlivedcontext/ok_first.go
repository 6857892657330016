package outlivedcontext

import (
	"context"
	"sync"
)

type tunnels struct {
	ctx context.Context
	mu  sync.Mutex
	one *seat
	all map[string]*seat
}

// The object has a context of its own.
func (t *tunnels) Get(ctx context.Context) (*seat, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.one == nil {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.one = takeSeat(t.ctx, "one")
	}
	return t.one, nil
}

// The context is that of the work, by the name of the function.
func (t *tunnels) Start(ctx context.Context) {
	if t.one == nil {
		t.one = takeSeat(ctx, "one")
	}
}

// It is detached.
func (t *tunnels) Of(ctx context.Context, key string) *seat {
	if l, ok := t.all[key]; ok {
		return l
	}
	l := takeSeat(context.WithoutCancel(ctx), key)
	t.all[key] = l
	return l
}

// Each call makes its own.
func (t *tunnels) Renew(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.one = takeSeat(ctx, "new")
}

type record struct{ text string }

func load(ctx context.Context, key string) (*record, error) { return &record{key}, ctx.Err() }

type records struct{ all map[string]*record }

// What is kept does not work with the context.
func (r *records) Get(ctx context.Context, key string) (*record, error) {
	if v, ok := r.all[key]; ok {
		return v, nil
	}
	v, err := load(ctx, key)
	if err != nil {
		return nil, err
	}
	r.all[key] = v
	return v, nil
}
