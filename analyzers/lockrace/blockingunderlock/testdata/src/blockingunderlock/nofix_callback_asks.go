package blockingunderlock

import "sync"

// A listener that looks at the table deadlocks.
type Table[K comparable, V any] struct {
	mu        sync.Mutex
	m         map[K]V
	listeners []func(K, V)
}

func (t *Table[K, V]) OnChange(f func(K, V)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.listeners = append(t.listeners, f)
}

func (t *Table[K, V]) Get(k K) (V, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.m[k]
	return v, ok
}

func (t *Table[K, V]) Set(k K, v V) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.m[k] = v
	for _, f := range t.listeners {
		f(k, v) // want `deadlock where f calls back: it was registered by a caller, and is called with t.mu held since line 26, which Get acquires`
	}
}

// What is called asks for the level that has changed, and the lock is one for reading there.
type Tank struct {
	mu    sync.RWMutex
	level int
	calls map[string]func(int)
}

func (t *Tank) Watch(name string, call func(int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls[name] = call
}

func (t *Tank) Level() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.level
}

func (t *Tank) Fill(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.level += n
	t.tell()
}

func (t *Tank) tell() {
	for _, call := range t.calls {
		call(t.level) // want `deadlock where call calls back: it was registered by a caller, and is called with Tank.mu held since line 54, which Level acquires`
	}
}
