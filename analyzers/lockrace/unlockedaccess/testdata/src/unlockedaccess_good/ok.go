package unlockedaccess

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Queue struct {
	mu     sync.Mutex
	closed bool
	items  []string
	last   string // guarded by mu
}

// The field is read under the lock only.
func (q *Queue) Send(item string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return errClosed
	}
	q.items = append(q.items, item)
	q.last = item
	return nil
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
}

func (q *Queue) Closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}
