package nilmapwrite

import "sync"

type limiter struct {
	mu     sync.Mutex
	counts map[string]int
	max    int
}

func newLimiter(max int) *limiter { return &limiter{max: max} }

func (l *limiter) allow(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.counts)
	l.counts[key]++ // want `panic: assignment to an entry of a nil map: no code makes counts`
	return l.counts[key] <= l.max
}

var registry map[string]func()

func register(name string, f func()) {
	registry[name] = f // want `no code makes registry`
}
