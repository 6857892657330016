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

// The function itself takes the lock for the field, later on.
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

// A comment names the lock.
func (q *Queue) Last() string {
	return q.last // want `q.last is read without q.mu, which a comment says must be held, and 1 of 2 accesses hold`
}

// It forgets what all others remember.
func (s *Set) Len() int {
	return len(s.items) // want `s.items is read without s.mu, which \d of \d accesses hold`
}

type Set struct {
	mu    sync.Mutex
	items map[string]int
}

func (s *Set) Add(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[name]++
}

func (s *Set) Remove(name string) {
	s.mu.Lock()
	delete(s.items, name)
	s.mu.Unlock()
}

func (s *Set) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[name] > 0
}

func (s *Set) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = make(map[string]int)
}

func (s *Set) Count(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.items[name]
}

// Others move it on as well.
type cursor struct {
	mu    sync.Mutex
	at    int
	lines []string
}

func (c *cursor) Next() string {
	if c.at > 100 { // want `data race with line \d+: c\.at is read without c\.mu, which 6 of 7 accesses hold`
		return ""
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	line := c.lines[c.at]
	if c.at%10 == 0 {
		line += line
	}
	c.at++
	return line
}

func (c *cursor) Seek(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != n {
		c.at = n
	}
}
