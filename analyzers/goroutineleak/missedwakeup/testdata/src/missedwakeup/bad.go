package missedwakeup

import "sync"

type queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []string
	closed bool
}

func newQueue() *queue {
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *queue) push(s string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = append(q.items, s)
	q.cond.Signal()
}

func (q *queue) pop() (string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 && !q.closed {
		q.cond.Wait()
	}
	if len(q.items) == 0 {
		return "", false
	}
	s := q.items[0]
	q.items = q.items[1:]
	return s, true
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true // want `goroutines in q\.cond\.Wait \(line 29\) stay blocked: what they wait for changes here, and nothing wakes them`
}

func (q *queue) unshift(s string) {
	q.mu.Lock()
	q.items = append([]string{s}, q.items...) // want `goroutines in q\.cond\.Wait`
	q.mu.Unlock()
}

type gate struct {
	mu   sync.Mutex
	cond sync.Cond
	n    int
	max  int
}

func (g *gate) enter() {
	g.mu.Lock()
	for g.n >= g.max {
		g.cond.Wait()
	}
	g.n++
	g.mu.Unlock()
}

func (g *gate) leave() {
	g.mu.Lock()
	g.n-- // want `goroutines in g\.cond\.Wait \(line 61\) stay blocked`
	g.mu.Unlock()
}

type slots struct {
	mu     sync.Mutex
	free   *sync.Cond
	n      int
	closed bool
}

func newSlots(n int) *slots {
	s := &slots{n: n}
	s.free = sync.NewCond(&s.mu)
	return s
}

func (s *slots) Acquire() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.n == 0 && !s.closed {
		s.free.Wait()
	}
	if s.closed {
		return false
	}
	s.n--
	return true
}

func (s *slots) Release() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	s.free.Signal()
}

// Those that wait with the one that is woken stay.
func (s *slots) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.free.Signal() // want `goroutines in s\.free\.Wait \(line \d+\) stay blocked: Signal wakes one of them, and s\.closed lets all continue`
}
