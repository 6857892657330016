package unlockedaccess_any

import "sync"

// Who calls the helper without the lock sets the object up, whoever calls it with.
type roster struct {
	mu    sync.Mutex
	names map[string]int
}

func Open(names []string, ready chan *roster) {
	r := &roster{names: make(map[string]int)}
	for _, name := range names {
		r.join(name)
	}
	ready <- r
}

func (r *roster) Join(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.join(name)
}

func (r *roster) join(name string) { r.names[name]++ }
