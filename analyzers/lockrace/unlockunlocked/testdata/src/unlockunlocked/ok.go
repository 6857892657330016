package unlockunlocked

import "sync"

// The caller holds the lock.
func (s *Store) wait(ch chan int) int {
	s.mu.Unlock()
	n := <-ch
	s.mu.Lock()
	return n
}

// Released for a while, under a deferred release.
func (s *Store) Pause(ch chan int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.Unlock()
	n := <-ch
	s.mu.Lock()
	return n
}

// Deferred calls run the last one first.
func (s *Store) pauseLocked(ch chan int) int {
	s.mu.Unlock()
	defer s.mu.Lock()
	return <-ch
}

func (s *Store) relock() { s.mu.Lock() }

func (s *Store) throughHelper() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mu.Unlock()
	println("outside")
	s.relock()
}

// The condition is the same.
func (s *Store) conditional(early bool) {
	s.mu.Lock()
	if early {
		s.mu.Unlock()
	}
	println("work")
	if !early {
		s.mu.Unlock()
	}
}

func (s *Store) flagged() {
	locked := true
	s.mu.Lock()
	defer func() {
		if locked {
			s.mu.Unlock()
		}
	}()
	if s.closed {
		s.mu.Unlock()
		locked = false
	}
}

func (s *Store) variable() {
	s.mu.Lock()
	locked := true
	if s.closed {
		s.mu.Unlock()
		locked = false
	}
	println("work")
	if locked {
		s.mu.Unlock()
	}
}

// Another lock each time.
type node struct {
	mu   sync.Mutex
	next *node
}

func release(list []*node) {
	for _, n := range list {
		n.mu.Unlock()
	}
}

func (n *node) last() *node {
	n.mu.Lock()
	for n.next != nil {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
	}
	n.mu.Unlock()
	return n
}

// A field that changes leads elsewhere.
type ring struct{ head *node }

func (r *ring) advance() {
	r.head.mu.Lock()
	r.head.mu.Unlock()
	r.head = r.head.next
	r.head.mu.Unlock()
}

// Read twice, released twice.
func (s *Store) nestedRead() int {
	s.rw.RLock()
	s.rw.RLock()
	n := len(s.items)
	s.rw.RUnlock()
	s.rw.RUnlock()
	return n
}

// From the one mode to the other.
func (s *Store) upgrade(key string) int {
	s.rw.RLock()
	n, ok := s.items[key]
	s.rw.RUnlock()
	if ok {
		return n
	}
	s.rw.Lock()
	defer s.rw.Unlock()
	s.items[key] = 1
	return 1
}

func (s *Store) downgrade(key string) int {
	s.rw.Lock()
	s.items[key]++
	s.rw.Unlock()
	s.rw.RLock()
	defer s.rw.RUnlock()
	return s.items[key]
}

// One of two, and the way out in between.
func (s *Store) each(keys []string) {
	s.mu.Lock()
	for _, key := range keys {
		if key == "" {
			s.mu.Unlock()
			return
		}
		delete(s.items, key)
	}
	s.mu.Unlock()
}

// Tried, not waited for.
func (s *Store) tried() bool {
	s.mu.Lock()
	s.mu.Unlock()
	if s.mu.TryLock() {
		s.mu.Unlock()
		return true
	}
	return false
}

func (s *Store) unlock() { s.mu.Unlock() }

// What the callee does is not followed.
func (s *Store) helped() {
	s.mu.Lock()
	s.items = nil
	s.mu.Unlock()
	s.unlock()
}

// It calls itself, and gives the lock back on one of its ways only.
func (s *Store) shrink(n int) int {
	s.mu.Lock()
	if n > len(s.items) {
		s.mu.Unlock()
		return s.purge(n)
	}
	s.mu.Unlock()
	return 0
}

func (s *Store) purge(n int) int {
	if n > 10 {
		return s.shrink(10)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

// A Turn has halves that its users call in pairs.
type Turn struct {
	mu   sync.Mutex
	next chan struct{}
}

func (t *Turn) Lock()   { t.mu.Lock() }
func (t *Turn) Unlock() { t.mu.Unlock() }

func (t *Turn) Take() {
	t.mu.Lock()
	defer t.mu.Unlock()
	<-t.next
}

func (t *Turn) Give() { t.next <- struct{}{} }
