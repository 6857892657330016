package lifecycle

import "sync"

// WithLock calls fn while it holds l, and unlocks l also if fn panics.
func WithLock(l sync.Locker, fn func()) {
	l.Lock()
	defer l.Unlock()
	fn()
}
