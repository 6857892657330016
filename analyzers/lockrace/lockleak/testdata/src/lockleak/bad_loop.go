package lockleak

import "sync"

type queue struct {
	mu    sync.Mutex
	items []int
}

// Nobody releases what this leaves held.
func (q *queue) next() int {
	for {
		q.mu.Lock()
		if len(q.items) > 0 {
			return q.items[0] // want `the next Lock blocks forever: q\.mu, locked at line \d+, is still held here, and released only at line \d+`
		}
		q.mu.Unlock()
	}
}

func drain(q *queue) { _ = q.next() }
