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
			return q.items[0] // want `q.mu, locked on line 13, is still held here`
		}
		q.mu.Unlock()
	}
}

func drain(q *queue) { _ = q.next() }
