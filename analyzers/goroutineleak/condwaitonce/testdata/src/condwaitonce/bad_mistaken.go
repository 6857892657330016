package condwaitonce

import (
	"errors"
	"sync"
)

var errEnded = errors.New("ended")

// The empty queue is taken for a closed one.
func (q *queue) takeOrEnd() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 && !q.closed {
		q.cond.Wait() // want `condition len\(q.items\) == 0 && !q.closed may hold again when q.cond.Wait returns, and the return at line 18 takes it for over: no test after it asks for q.closed`
	}
	if len(q.items) == 0 {
		return "", false
	}
	return q.pop(), true
}

// A ring of any type, made with its condition.
type ring[T any] struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []T
	ended bool
}

func newRing[T any]() *ring[T] {
	r := &ring[T]{}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *ring[T]) take() (v T, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.ended && len(r.items) == 0 {
		r.cond.Wait() // want `and the return at line 44 takes it for over: no test after it asks for r.ended`
	}
	if len(r.items) == 0 {
		return v, errEnded
	}
	v, r.items = r.items[0], r.items[1:]
	return v, nil
}
