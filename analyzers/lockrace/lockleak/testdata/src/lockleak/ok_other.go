package lockleak

import "sync"

type carriage struct {
	mu   sync.Mutex
	next *carriage
	full bool
}

// Hand over hand: the name that is given back is the one the last round acquired.
func (l *carriage) Last() *carriage {
	l.mu.Lock()
	for l.next != nil {
		next := l.next
		next.mu.Lock()
		l.mu.Unlock()
		l = next
	}
	l.full = true
	l.mu.Unlock()
	return l
}

// One of two is locked, and that one is given back by a third name.
func (l *carriage) Either(other *carriage, first bool) {
	var held *carriage
	if first {
		l.mu.Lock()
		held = l
	} else {
		other.mu.Lock()
		held = other
	}
	held.full = true
	held.mu.Unlock()
}
