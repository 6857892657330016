package stopnotcalled

import (
	"context"
	"fmt"
	"io"
)

// It is deferred.
func (b *broker) deferred(w io.Writer) error {
	ch := b.Subscribe()
	defer b.Unsubscribe(ch)
	_, err := fmt.Fprintln(w, (<-ch).id)
	return err
}

// The broker has closed the channel, and has nothing left to take back.
func (b *broker) closed(ctx context.Context) {
	ch := b.Subscribe()
	for {
		select {
		case <-ctx.Done():
			b.Unsubscribe(ch)
			return
		case _, ok := <-ch:
			if !ok {
				return
			}
		}
	}
}

// The subscription is returned.
func (b *broker) open(ready func() error) (chan event, error) {
	ch := b.Subscribe()
	if err := ready(); err != nil {
		b.Unsubscribe(ch)
		return nil, err
	}
	return ch, nil
}

// What was registered remains where all succeeded.
func (r *registry) add(name string, start func() error) error {
	r.register(name)
	if err := start(); err != nil {
		r.unregister(name)
		return err
	}
	return nil
}

// The goroutine releases it.
func (g *gateway) background(ctx context.Context, work func() error) error {
	if err := g.slots.Acquire(ctx); err != nil {
		return err
	}
	if _, err := g.pick(); err != nil {
		g.slots.Release()
		return err
	}
	go func() {
		defer g.slots.Release()
		_ = work()
	}()
	return nil
}

// Nothing was acquired.
func (g *gateway) try(work func()) bool {
	if !g.slots.TryAcquire() {
		return false
	}
	work()
	g.slots.Release()
	return true
}

// A function of the package releases it.
func (g *gateway) done() { g.slots.Release() }

func (g *gateway) through(ctx context.Context) error {
	if err := g.slots.Acquire(ctx); err != nil {
		return err
	}
	if _, err := g.pick(); err != nil {
		g.done()
		return err
	}
	g.slots.Release()
	return nil
}

// Another value is released.
func swap(ctx context.Context, from, to slots) error {
	if err := to.Acquire(ctx); err != nil {
		return err
	}
	from.Release()
	return nil
}

// Each is of another name.
func (r *registry) rename(old, name string) {
	r.register(name)
	if old == "" {
		return
	}
	r.unregister(old)
}
