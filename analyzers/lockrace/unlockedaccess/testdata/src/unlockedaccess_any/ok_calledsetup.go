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

// A method that the functions of the package call under the lock, and that takes none: callers in
// other packages are assumed to do the same.
type guestlist struct {
	mu    sync.Mutex
	names []string
}

func (r *guestlist) Add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = append(r.names, name)
	r.Trim()
}

func (r *guestlist) Drop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = nil
	r.Trim()
}

func (r *guestlist) Trim() {
	if len(r.names) > 100 {
		r.names = r.names[:100]
	}
}
