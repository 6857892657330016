package cancelledctxcleanup

import (
	"context"
	"time"
)

type ticket struct {
	store kv
	key   string
}

func reserveTicket(ctx context.Context, store kv, key string) (*ticket, error) {
	if ok, err := store.SetNX(ctx, key, time.Minute); err != nil || !ok {
		return nil, err
	}
	return &ticket{store, key}, nil
}

func (t *ticket) free(ctx context.Context) { _ = t.store.Del(ctx, t.key) }

// Free is no word for the end of a service, and undoes what it was reserved by.
func withTicket(ctx context.Context, store kv, work func(context.Context) error) error {
	t, err := reserveTicket(ctx, store, "tickets/reindex")
	if err != nil || t == nil {
		return err
	}
	defer t.free(ctx) // want `what reserveTicket \(line \d+\) acquires may never be released: deferred t\.free is passed ctx`
	return work(ctx)
}

func withTicketDetached(ctx context.Context, store kv, work func(context.Context) error) error {
	t, err := reserveTicket(ctx, store, "tickets/reindex")
	if err != nil || t == nil {
		return err
	}
	defer t.free(context.WithoutCancel(ctx))
	return work(ctx)
}

// Nothing was taken.
func (t *ticket) freeSpace(ctx context.Context) error { return t.store.Del(ctx, t.key) }

func space(ctx context.Context, t *ticket, work func(context.Context) error) error {
	defer t.freeSpace(ctx)
	return work(ctx)
}
