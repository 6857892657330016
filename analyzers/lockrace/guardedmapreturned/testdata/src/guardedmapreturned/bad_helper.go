package guardedmapreturned

import "sync"

// Tides change in a helper whose callers hold the lock.
type Tides struct {
	mu     sync.Mutex
	levels map[string]int
}

func (t *Tides) Swap(place string, level int) (int, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.swapLocked(place, level)
}

func (t *Tides) swapLocked(place string, level int) (int, bool) {
	old, ok := t.levels[place]
	t.levels[place] = level
	return old, ok
}

func (t *Tides) Levels() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.levels // want `concurrent map access ends the process: t.levels is returned, .* at line 19`
}
