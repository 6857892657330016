package lockleak

import "sync"

// A variable decides, negated: the next iteration acquires the lock again.
type larder struct {
	mu    sync.Mutex
	stock map[string]int
}

func (l *larder) cook(names []string, use func(int)) {
	for _, name := range names {
		l.mu.Lock()
		n, ok := l.stock[name]
		if !ok {
			continue // want `the next Lock blocks forever: l\.mu, locked at line 13, is still held here`
		}
		l.mu.Unlock()
		use(n)
	}
}

func (l *larder) count(names []string, wanted bool) (n int) {
	for _, name := range names {
		l.mu.Lock()
		_, there := l.stock[name]
		missing := !there
		if missing {
			continue // want `the next Lock blocks forever: l\.mu, locked at line 25, is still held here`
		}
		n++
		l.mu.Unlock()
	}
	return n
}
