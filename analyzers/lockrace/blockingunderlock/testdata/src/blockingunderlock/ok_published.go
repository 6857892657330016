package blockingunderlock

import (
	"context"
	"sync"
)

type question struct {
	answer chan string
	done   chan struct{}
}

// A counterQueue keeps the questions that wait for an answer.
type counterQueue struct {
	mu        sync.Mutex
	questions map[int]question
}

// Ask puts its channels into the map when it has acquired the lock, and waits when it has released it: whoever
// finds them there holds up nothing that the answer depends on.
func (d *counterQueue) Ask(ctx context.Context, id int) (string, error) {
	answer := make(chan string)
	done := make(chan struct{})
	d.mu.Lock()
	d.questions[id] = question{answer, done}
	d.mu.Unlock()
	defer func() {
		close(done)
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.questions, id)
	}()
	select {
	case text := <-answer:
		return text, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (d *counterQueue) Clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, q := range d.questions {
		select {
		case <-q.done:
		case q.answer <- "":
		}
	}
}
