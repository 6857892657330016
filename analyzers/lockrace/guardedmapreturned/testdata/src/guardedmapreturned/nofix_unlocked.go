package guardedmapreturned

import (
	"maps"
	"sync"
)

// A Lexicon is merged into under its lock, by a function of package maps, and handed out without.
type Lexicon struct {
	mu    sync.RWMutex
	words map[string]string
}

// Merge adds words.
func (l *Lexicon) Merge(more map[string]string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.Copy(l.words, more)
}

// Words returns the map itself.
func (l *Lexicon) Words() map[string]string {
	return l.words // want `l\.words is returned, and callers read it`
}

// Names is called under the lock.
func (l *Lexicon) names() map[string]string { return l.words }

// Count holds it.
func (l *Lexicon) Count() int {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return len(l.names())
}
