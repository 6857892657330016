package doublelock

import "sync"

// The lock is taken by a helper, and what the callee does under it is needed in the
// same expression.
type gauge struct {
	mu sync.Mutex
	n  int
}

func (g *gauge) lock() func() {
	g.mu.Lock()
	return g.mu.Unlock
}

func (g *gauge) value() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n
}

func (g *gauge) add(n int) {
	defer g.lock()()
	g.n = n + g.value() // want `deadlock: g\.value acquires the lock, held since line \d+`
}

// It is called at the end, and nothing else is done with it.
type clocked struct {
	mu  sync.Mutex
	now int
}

func (c *clocked) lock() (int, func()) {
	c.mu.Lock()
	return c.now, c.mu.Unlock
}

func (c *clocked) Tick() int {
	now, unlock := c.lock()
	defer unlock()
	if now > 10 {
		c.Reset() // want `deadlock: c\.Reset acquires the lock, held since line \d+`
	}
	return now
}

func (c *clocked) Reset() {
	_, unlock := c.lock()
	defer unlock()
	c.now = 0
}

// What is sent is read under the lock.
type stream struct {
	mu   sync.RWMutex
	sent string
	out  func(string)
}

func (s *stream) current() func(string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.out
}

func (s *stream) retry() {
	s.mu.RLock()
	s.current()(s.sent) // want `recursive RLock: a waiting writer deadlocks both; s\.current acquires s\.mu, held since line \d+`
	s.mu.RUnlock()
}

func (s *stream) send(m string) {
	s.mu.Lock()
	s.sent = m
	s.mu.Unlock()
	s.current()(m)
}

// The loop goes through what the lock protects.
type buckets struct {
	mu    sync.RWMutex
	names map[string][]string
}

func (b *buckets) list(name string) []string {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.names[name]
}

func (b *buckets) put(name, value string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.names[name] = append(b.names[name], value)
}

func (b *buckets) all() (all []string) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	all = append(all, b.names[""]...)
	for name := range b.names {
		list := b.list(name) // want `recursive RLock: a waiting writer deadlocks both; b\.list acquires b\.mu, held since line \d+`
		all = append(all, list...)
	}
	return all
}
