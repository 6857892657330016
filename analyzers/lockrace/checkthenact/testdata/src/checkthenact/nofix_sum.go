package checkthenact

import (
	"errors"
	"sync"
)

var errFull = errors.New("full")

type quota struct {
	mu   sync.Mutex
	left map[string]int
	used int
}

func (q *quota) grant(user string, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.left[user] += n
	q.used = 0
}

// Two calls may both pass the test, and both subtract.
func (q *quota) spend(user string, n int) error {
	q.mu.Lock()
	left := q.left[user]
	q.mu.Unlock()
	if left < n {
		return errFull
	}
	q.mu.Lock()
	q.left[user] -= n // want `q.left may change although the test at line 26 no longer holds: q.mu was released after that test`
	q.mu.Unlock()
	return nil
}

func (q *quota) enter(max int) error {
	q.mu.Lock()
	used := q.used
	q.mu.Unlock()
	if used >= max {
		return errFull
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.used++ // want `q.used may change although the test at line \d+ no longer holds`
	return nil
}
