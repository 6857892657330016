package main

import (
	"context"
	"fmt"
	"time"
)

type noteStore interface {
	Append(ctx context.Context, line string) error
	Close() error
}

// The goroutines of a call use the store that Close closes.
type notebook struct {
	store noteStore
	slots chan struct{}
}

func newNotebook(store noteStore) *notebook {
	return &notebook{store: store, slots: make(chan struct{}, 8)}
}

func (l *notebook) Note(line string) {
	l.slots <- struct{}{}
	go func() { // want `store may be used after Close closes it at line \d+: nothing waits for the goroutine`
		defer func() { <-l.slots }()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := l.store.Append(ctx, line); err != nil {
			fmt.Println(err)
		}
	}()
}

func (l *notebook) Close() error {
	return l.store.Close()
}

// The context of the workers is derived from one of the caller, and Stop cancels it.
type noteRefiner struct {
	store  noteStore
	lines  chan string
	cancel context.CancelFunc
}

func startRefiner(ctx context.Context, store noteStore) *noteRefiner {
	ctx, cancel := context.WithCancel(ctx)
	r := &noteRefiner{store: store, lines: make(chan string), cancel: cancel}
	go r.work(ctx) // want `store may be used after Stop closes it at line \d+: nothing waits for r.work, which Stop stops`
	return r
}

func (r *noteRefiner) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case line := <-r.lines:
			if err := r.store.Append(ctx, line); err != nil {
				fmt.Println(err)
			}
		}
	}
}

func (r *noteRefiner) Stop() error {
	r.cancel()
	return r.store.Close()
}
