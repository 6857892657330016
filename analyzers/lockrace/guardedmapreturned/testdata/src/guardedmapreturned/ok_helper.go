package guardedmapreturned

import "sync"

// Winds are changed by a helper before others have them, and without the lock.
type Winds struct {
	mu     sync.Mutex
	speeds map[string]int
}

func NewWinds(places []string) *Winds {
	w := &Winds{speeds: make(map[string]int)}
	for _, place := range places {
		w.addLocked(place)
	}
	return w
}

func (w *Winds) addLocked(place string) { w.speeds[place] = 0 }

func (w *Winds) Speeds() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.speeds
}

// A ledger only grows: what callers have stays as it is.
type ledger struct {
	mu    sync.Mutex
	lines []string
}

func (l *ledger) Add(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
	if len(l.lines) > 100 {
		l.lines = l.lines[1:]
	}
}

func (l *ledger) Lines() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines
}
