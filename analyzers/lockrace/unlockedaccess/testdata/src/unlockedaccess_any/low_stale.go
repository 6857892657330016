package unlockedaccess_any

import "sync"

// A length that is only compared, and a number that is only configured, are out of date at worst.
type limiter struct {
	mu      sync.RWMutex
	pending []string
	rate    int
	known   map[string]int
}

func (l *limiter) Configure(rate int, known map[string]int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.rate = rate
	l.known = known
}

func (l *limiter) Push(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(l.pending, name)
}

func (l *limiter) Take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.pending
	l.pending = nil
	return list
}

func (l *limiter) Rate() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.rate
}

func (l *limiter) Drain() []string {
	if len(l.pending) > 0 { // want `l.pending is read without l.mu`
		return l.Take()
	}
	return nil
}

func (l *limiter) Allows(n int) bool { return n < l.rate } // want `l.rate is read without l.mu`
