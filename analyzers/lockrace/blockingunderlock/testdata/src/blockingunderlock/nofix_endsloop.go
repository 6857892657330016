package blockingunderlock

import (
	"context"
	"sync"
)

type doneBoard struct {
	mu       sync.Mutex
	finished chan string
	done     chan struct{}
	open     map[string]bool
}

// The loop closes done, and does not get there while it waits for the lock.
func (b *doneBoard) run(ctx context.Context, tell func(string, int)) {
	defer close(b.done)
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-b.finished:
			tell(id, b.count())
		}
	}
}

func (b *doneBoard) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.open)
}

func (b *doneBoard) finish(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.open, id)
	select { // want `the select deadlocks: it blocks with b.mu held since line \d+, and the goroutine that would unblock it at line \d+ acquires that lock first`
	case b.finished <- id:
	case <-b.done:
	}
}

func newDoneBoard(ctx context.Context, tell func(string, int)) *doneBoard {
	b := &doneBoard{finished: make(chan string), done: make(chan struct{}), open: make(map[string]bool)}
	go b.run(ctx, tell)
	return b
}
