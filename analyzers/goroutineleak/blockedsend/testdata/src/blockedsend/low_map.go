package blockedsend

import (
	"context"
	"sync"
)

// The question is taken back, and may already be in the hands of who answers.
type quiz struct {
	mu   sync.Mutex
	open map[int]*riddle
}

type riddle struct{ solved chan string }

func (q *quiz) solve(next func() (int, string)) {
	go func() {
		for {
			n, text := next()
			q.mu.Lock()
			r := q.open[n]
			q.mu.Unlock()
			if r != nil {
				r.solved <- text // want `send on r\.solved blocks forever when ask returns at line \d+ without receiving .*low confidence: conditions decide which`
			}
		}
	}()
}

func (q *quiz) ask(ctx context.Context, n int) string {
	r := &riddle{solved: make(chan string)}
	q.mu.Lock()
	q.open[n] = r
	q.mu.Unlock()
	defer func() {
		q.mu.Lock()
		delete(q.open, n)
		q.mu.Unlock()
	}()
	select {
	case text := <-r.solved:
		return text
	case <-ctx.Done():
		return ""
	}
}
