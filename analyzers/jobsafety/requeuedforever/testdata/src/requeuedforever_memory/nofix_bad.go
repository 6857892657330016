// Package requeuedforever_memory sends in the background.
package requeuedforever_memory

import (
	"context"
	"log"
	"time"
)

type note struct {
	to   string
	text string
}

type sender struct {
	queue chan note
	send  func(ctx context.Context, n note) error
}

func newSender(send func(ctx context.Context, n note) error) *sender {
	return &sender{queue: make(chan note, 64), send: send}
}

func (s *sender) publish(n note) { s.enqueue(n) }

func (s *sender) enqueue(n note) {
	select {
	case s.queue <- n:
	default:
		log.Print("dropped ", n.to)
	}
}

// What the other side refuses each time is sent each time.
func (s *sender) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-s.queue:
			if err := s.send(ctx, n); err != nil {
				s.failed(ctx, n, err)
			}
		}
	}
}

func (s *sender) failed(ctx context.Context, n note, err error) {
	log.Print(n.to, err)
	t := time.NewTimer(5 * time.Second)
	defer t.Stop()
	select {
	case <-t.C:
		s.enqueue(n) // want `work for which s\.send \(line 41\) always fails comes back forever: it is sent to its queue again, and nothing counts the attempts`
	case <-ctx.Done():
	}
}

// In one function.
func loop(run func(id string) error) chan<- string {
	ids := make(chan string, 8)
	go func() {
		for id := range ids {
			if err := run(id); err != nil {
				ids <- id // want `work for which run \(line 64\) always fails comes back forever`
			}
		}
	}()
	return ids
}
