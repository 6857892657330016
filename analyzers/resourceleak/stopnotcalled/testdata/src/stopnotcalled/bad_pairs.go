package stopnotcalled

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

type event struct{ id int }

type broker struct{ subs map[chan event]bool }

func (b *broker) Subscribe() chan event {
	ch := make(chan event, 8)
	b.subs[ch] = true
	return ch
}

func (b *broker) Unsubscribe(ch chan event) { delete(b.subs, ch) }

type slots interface {
	Acquire(ctx context.Context) error
	TryAcquire() bool
	Release()
}

func (b *broker) tail(ctx context.Context, w io.Writer) error {
	ch := b.Subscribe()
	for {
		select {
		case <-ctx.Done():
			b.Unsubscribe(ch)
			return ctx.Err()
		case ev := <-ch:
			if _, err := fmt.Fprintln(w, ev.id); err != nil {
				return err // want `b.Unsubscribe is not called on this return, as it is at line 34: what b.Subscribe has added at line 30 stays`
			}
		}
	}
}

type gateway struct {
	slots slots
	pick  func() (string, error)
}

// The slot is released from the second return on.
func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := g.slots.Acquire(r.Context()); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	target, err := g.pick()
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return // want `g.slots.Release is not called on this return`
	}
	defer g.slots.Release()
	fmt.Fprintln(w, target)
}

type registry struct{ workers map[string]int }

func (r *registry) register(name string)   { r.workers[name]++ }
func (r *registry) unregister(name string) { delete(r.workers, name) }

func (r *registry) run(name string, work func() (bool, error)) error {
	r.register(name)
	for {
		more, err := work()
		if errors.Is(err, io.EOF) {
			r.unregister(name)
			return nil
		}
		if err != nil || !more {
			return err // want `r.unregister is not called on this return`
		}
	}
}

// A function that is passed the slots releases one, too: the message names the first release.
func (g *gateway) start(ctx context.Context, s slots, full bool) error {
	if err := s.Acquire(ctx); err != nil {
		return err
	}
	target, err := g.pick()
	if err != nil {
		return err // want `s.Release is not called on this return, as it is at line \d+: what s.Acquire has added`
	}
	if full {
		s.Release()
		return context.Canceled
	}
	serveOne(target, s)
	return nil
}

func serveOne(target string, s slots) {
	fmt.Println(target)
	s.Release()
}
