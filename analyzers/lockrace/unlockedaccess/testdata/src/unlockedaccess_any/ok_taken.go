package unlockedaccess_any

import "sync"

// What is taken out of the map under the lock is the function's own.
type lines struct {
	mu   sync.Mutex
	open map[string]map[int]func()
}

func (l *lines) Dial(name string, id int, cut func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open[name] == nil {
		l.open[name] = make(map[int]func())
	}
	l.open[name][id] = cut
}

func (l *lines) Cut(name string, id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open[name], id)
}

func (l *lines) CutAll(name string) {
	l.mu.Lock()
	open := l.open[name]
	delete(l.open, name)
	l.mu.Unlock()
	for _, cut := range open {
		cut()
	}
}
