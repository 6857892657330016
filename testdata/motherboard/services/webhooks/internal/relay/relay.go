// Package relay passes events on to a receiver that may be slow or away.
package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"motherboard.example/platform/pkg/lifecycle"
)

const (
	queueSize = 256
	attempts  = 3
	backoff   = 500 * time.Millisecond
)

var (
	// ErrStopped is returned once Stop has been called.
	ErrStopped = errors.New("relay is stopped")
	// ErrBusy is returned while the queue is full.
	ErrBusy = errors.New("relay is busy")
)

// Relay delivers events in the background.
type Relay struct {
	target  string
	client  *http.Client
	cancel  context.CancelFunc
	workers sync.WaitGroup

	mu      sync.RWMutex // held for reading while an event is put in the queue
	stopped bool
	events  chan []byte
}

// New returns a relay that delivers to target with n workers until Stop.
func New(target string, n int) *Relay {
	ctx, cancel := context.WithCancel(context.Background())
	r := &Relay{
		target: target,
		client: &http.Client{Timeout: 5 * time.Second},
		cancel: cancel,
		events: make(chan []byte, queueSize),
	}
	for range n {
		r.workers.Go(func() { r.work(ctx) })
	}
	return r
}

// Accept takes an event. It never waits.
func (r *Relay) Accept(event []byte) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.stopped {
		return ErrStopped
	}
	select {
	case r.events <- event:
		return nil
	default:
		return ErrBusy
	}
}

func (r *Relay) work(ctx context.Context) {
	for event := range r.events {
		if err := r.deliver(ctx, event); err != nil {
			slog.Error("event lost", "err", err)
		}
	}
}

// deliver tries to hand the event over. A panic costs this event only.
func (r *Relay) deliver(ctx context.Context, event []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return lifecycle.RetryWithBackoff(ctx, attempts, backoff, func() error {
		return r.post(ctx, event)
	})
}

func (r *Relay) post(ctx context.Context, event []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.target, bytes.NewReader(event))
	if err != nil {
		return err
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("receiver answered %s", resp.Status)
	}
	return nil
}

// Stop refuses new events and delivers those in the queue. What is left when
// ctx ends is given up. Stop may be called more than once.
func (r *Relay) Stop(ctx context.Context) {
	r.mu.Lock()
	if !r.stopped {
		r.stopped = true
		close(r.events)
	}
	r.mu.Unlock()
	defer r.cancel()

	done := make(chan struct{})
	go func() {
		r.workers.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		slog.Warn("relay stopped with undelivered events", "queued", len(r.events))
	}
}
