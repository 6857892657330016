package blockedreceive

import "sync"

// A shelf wakes nobody when it is closed.
type shelf struct {
	mu     sync.Mutex
	filled *sync.Cond
	books  []string
	closed bool
}

func newShelf() *shelf {
	s := &shelf{}
	s.filled = sync.NewCond(&s.mu)
	return s
}

func (s *shelf) Put(book string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.books = append(s.books, book)
	s.filled.Signal()
}

func (s *shelf) Take() (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.books) == 0 && !s.closed {
		s.filled.Wait() // want "s.filled.Wait blocks forever after calls of Take and Close"
	}
	if len(s.books) == 0 {
		return "", false
	}
	book := s.books[0]
	s.books = s.books[1:]
	return book, true
}

func (s *shelf) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
}

// A lift opens for one of those who wait.
type lift struct {
	mu   sync.Mutex
	cond *sync.Cond
	open bool
}

func newLiftGate() *lift {
	b := &lift{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *lift) Pass() {
	b.mu.Lock()
	for !b.open {
		b.cond.Wait() // want "b.cond.Wait blocks forever after calls of Pass and Lift"
	}
	b.mu.Unlock()
}

func (b *lift) Lift() {
	b.mu.Lock()
	if !b.open {
		b.open = true
		b.cond.Signal()
	}
	b.mu.Unlock()
}

// A desk answers what it has accepted, unless it is closed first.
type desk struct {
	questions chan chan string
	closed    chan struct{}
}

func newDesk() *desk {
	d := &desk{questions: make(chan chan string, 2), closed: make(chan struct{})}
	go func() {
		for {
			select {
			case q := <-d.questions:
				q <- "yes"
			case <-d.closed:
				return
			}
		}
	}()
	return d
}

func (d *desk) Ask() string {
	answer := make(chan string, 1)
	select {
	case d.questions <- answer:
		return <-answer // want "receive from answer blocks forever"
	case <-d.closed:
		return ""
	}
}

func (d *desk) Close() { close(d.closed) }
