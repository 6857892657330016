package missedwakeup

import "sync"

// The channel is read before the release.
type turn struct {
	mu   sync.Mutex
	next chan struct{}
	open bool
}

func newTurn() *turn { return &turn{next: make(chan struct{})} }

func (t *turn) wait() {
	t.mu.Lock()
	for !t.open {
		next := t.next
		t.mu.Unlock()
		<-next
		t.mu.Lock()
	}
	t.mu.Unlock()
}

func (t *turn) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open = true
	close(t.next)
	t.next = make(chan struct{})
}

// The channel is always the same.
type start struct {
	mu   sync.Mutex
	done chan struct{}
	n    int
}

func newStart() *start { return &start{done: make(chan struct{})} }

func (s *start) wait() {
	s.mu.Lock()
	s.n++
	s.mu.Unlock()
	<-s.done
	s.mu.Lock()
	s.n--
	s.mu.Unlock()
}

func (s *start) end() { close(s.done) }
