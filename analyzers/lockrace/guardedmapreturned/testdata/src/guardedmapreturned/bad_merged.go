package guardedmapreturned

import (
	"maps"
	"sync"
)

// Options are merged into the map that callers have got.
type Options struct {
	mu  sync.RWMutex
	set map[string]bool
}

// All returns the map itself.
func (o *Options) All() map[string]bool {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.set // want `o\.set is returned, and callers read it`
}

// Reload merges.
func (o *Options) Reload(next map[string]bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.Copy(o.set, next)
}
