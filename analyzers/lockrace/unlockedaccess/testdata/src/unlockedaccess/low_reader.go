package unlockedaccess

import "sync"

// Update alone writes the level, in a step that others take on the first use only.
type levels struct {
	mu    sync.Mutex
	level int
	names map[string]int
}

func (l *levels) Update(level int) bool {
	changed := l.level != level // want `data race with line \d+: l.level is read without l.mu`
	l.load(level)
	return changed
}

func (l *levels) load(level int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.names = make(map[string]int)
	if l.level > level {
		l.level = level
	}
}

func (l *levels) Init() {
	if l.names == nil {
		l.load(0)
	}
}

func (l *levels) Level() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.level
}
