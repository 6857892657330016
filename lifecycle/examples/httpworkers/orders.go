package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// orders accepts orders and passes them to workers.
type orders struct {
	db    *store
	queue chan string
}

func (o *orders) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", o.accept)
	mux.HandleFunc("GET /orders", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, o.db.count()) })
	return mux
}

// accept answers 202 only when the order is in the queue.
func (o *orders) accept(w http.ResponseWriter, r *http.Request) {
	item, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<10))
	if err != nil || len(item) == 0 {
		http.Error(w, "what?", http.StatusBadRequest)
		return
	}
	if err := lifecycle.Send(r.Context(), o.queue, string(item)); err != nil {
		http.Error(w, "busy", http.StatusServiceUnavailable)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// confirm is a worker. Its context ends when HTTP has stopped, so that nothing
// is added to the queue any more; what is in it is still confirmed.
func (o *orders) confirm(ctx context.Context) {
	for item := range lifecycle.Recv(ctx, o.queue) {
		o.db.confirm(item)
	}
	for {
		select {
		case item := <-o.queue:
			o.db.confirm(item)
		default:
			return
		}
	}
}

// store stands for a database.
type store struct {
	mu        sync.Mutex
	open      bool
	confirmed map[string]int
}

var errClosed = errors.New("store is closed")

func (s *store) connect() error {
	lifecycle.WithLock(&s.mu, func() { s.open = true })
	return nil
}

func (s *store) ping(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	return nil
}

// confirm panics if the store is closed: a worker has outlived its database.
func (s *store) confirm(item string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		panic(errClosed)
	}
	s.confirmed[item]++
}

func (s *store) count() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, times := range s.confirmed {
		n += times
	}
	return n
}

// Close closes the store; what was confirmed stays readable.
func (s *store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return errClosed
	}
	s.open = false
	return nil
}
