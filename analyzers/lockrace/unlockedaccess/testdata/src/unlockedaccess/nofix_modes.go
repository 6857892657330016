package unlockedaccess

import "sync"

// window is ring with one more caller, which holds no lock.
type window struct {
	mu          sync.RWMutex
	read, write int
}

func (w *window) Buffered() int {
	w.mu.RLock()
	defer w.mu.RUnlock()
	return w.buffered()
}

func (w *window) Empty() bool { return w.buffered() == 0 }

func (w *window) buffered() int {
	return w.write - w.read // want `data race with line \d+: w.write is read without w.mu`
}

func (w *window) Write(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.discard(n)
	w.write += n
}

func (w *window) Discard(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.discard(n)
}

func (w *window) discard(n int) { w.read += min(n, w.buffered()) }
