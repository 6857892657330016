package unlockedaccess_any

import (
	"errors"
	"sync"
)

var errClosed = errors.New("closed")

type Queue struct {
	mu     sync.Mutex
	closed bool
	items  []string
	total  int
	names  map[string]int
	last   string // guarded by mu
}

// The check comes before the lock.
func (q *Queue) Send(item string) error {
	if q.closed { // want `data race with line \d+: q\.closed is read without q\.mu, which 3 of 4 accesses hold`
		return errClosed
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return errClosed
	}
	q.items = append(q.items, item)
	return nil
}

func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.items = nil
	q.total = 0
	q.mu.Unlock()
}

func (q *Queue) Closed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed
}

// Read again after the lock is given back.
func (q *Queue) Add(n int) int {
	q.mu.Lock()
	q.total += n
	q.mu.Unlock()
	return q.total // want `q.total is read without q.mu`
}

func (q *Queue) Name(name string) {
	q.mu.Lock()
	q.names[name]++
	q.mu.Unlock()
}

func (q *Queue) Names() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.names) + q.names[""]
}

// A map, in an exported method.
func (q *Queue) Count(name string) int {
	n := q.names[name] // want `q.names is read without q.mu`
	return n
}

// A write, after the same function took the lock.
func (q *Queue) Reset() {
	q.mu.Lock()
	q.items = nil
	q.mu.Unlock()
	q.total = 0 // want `q.total is written without q.mu, which 2 of 3 writes hold`
}

// A comment names the lock.
func (q *Queue) Last() string {
	return q.last // want `q.last is read without q.mu, which a comment says must be held, and 1 of 2 accesses hold`
}

func (q *Queue) setLast(s string) {
	q.mu.Lock()
	q.last = s
	q.mu.Unlock()
}

func (q *Queue) Put(s string) { q.setLast(s) }

type Table struct {
	sync.RWMutex
	rows []string
	n    int
}

func (t *Table) Append(row string) {
	t.Lock()
	t.rows = append(t.rows, row)
	t.n++
	t.Unlock()
}

func (t *Table) Len() int {
	t.RLock()
	defer t.RUnlock()
	return t.n + len(t.rows)
}

// The goroutine runs while others append.
func (t *Table) Watch(report func(int)) {
	go func() {
		n := len(t.rows) // want `t.rows is read without t.RWMutex`
		report(n)
	}()
	t.RLock()
	report(t.n)
	t.RUnlock()
}

func (t *Table) Join() string {
	t.RLock()
	defer t.RUnlock()
	return t.rows[0]
}
