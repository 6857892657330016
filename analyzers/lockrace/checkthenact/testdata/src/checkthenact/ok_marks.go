package checkthenact

import "sync"

type flags struct {
	mu  sync.Mutex
	set sync.Map
	out chan string
}

// Silent: one step.
func (f *flags) once(id string) bool {
	_, set := f.set.LoadOrStore(id, true)
	return !set
}

// Silent: nothing else depends on who sets it.
func (f *flags) raise(id string) {
	if _, ok := f.set.Load(id); !ok {
		f.set.Store(id, true)
	}
}

// Silent: one at a time.
func (f *flags) locked(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.set.Load(id); ok {
		return false
	}
	f.set.Store(id, true)
	return true
}

// Silent: another entry.
func (f *flags) other(id, next string) bool {
	if _, ok := f.set.Load(id); ok {
		f.set.Store(next, true)
		return true
	}
	return false
}
