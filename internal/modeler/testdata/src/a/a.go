package a

import (
	"context"
	"sync"
)

type queue struct {
	mu   sync.Mutex
	jobs chan int
	all  sync.WaitGroup
}

func start(ctx context.Context) *queue {
	q := &queue{jobs: make(chan int)}
	q.all.Go(func() {
		for range q.jobs {
		}
	})
	go q.feed(ctx)
	return q
}

func (q *queue) feed(ctx context.Context) {
	select {
	case q.jobs <- 1:
	case <-ctx.Done():
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs <- 2
	close(q.jobs)
}

func (q *queue) stop() { q.all.Wait() }
