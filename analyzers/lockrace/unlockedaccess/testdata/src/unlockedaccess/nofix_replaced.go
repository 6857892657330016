package unlockedaccess

import "sync"

type shelf struct{ items sync.Map }

type library struct {
	sizeMu sync.Mutex
	size   int
	shelf  *shelf
}

func newLibrary() *library { return &library{shelf: new(shelf)} }

// Clear puts another shelf in place, under the mutex of the size.
func (l *library) Clear() int {
	l.sizeMu.Lock()
	defer l.sizeMu.Unlock()
	size := l.size
	l.shelf, l.size = new(shelf), 0
	return size
}

func (l *library) Add(name string, n int) {
	l.shelf.items.Store(name, n) // want `data race with line \d+: l.shelf is read without l.sizeMu, which 2 of 10 accesses hold, and so it is in 7 other functions`
	l.sizeMu.Lock()
	defer l.sizeMu.Unlock()
	l.size += n
}

func (l *library) Has(name string) bool {
	_, ok := l.shelf.items.Load(name)
	return ok
}

func (l *library) Get(name string) (any, bool) { return l.shelf.items.Load(name) }

func (l *library) Each(f func(k, v any) bool) { l.shelf.items.Range(f) }

func (l *library) Drop(name string) { l.shelf.items.Delete(name) }

func (l *library) Peek(name string) (any, bool) { return l.shelf.items.Load(name) }

func (l *library) Swap(name string, n int) { l.shelf.items.Swap(name, n) }

func (l *library) Wipe() { l.shelf.items.Clear() }

// Full reads the shelf under the mutex.
func (l *library) Full() (int, bool) {
	l.sizeMu.Lock()
	defer l.sizeMu.Unlock()
	_, full := l.shelf.items.Load("full")
	return l.size, full
}
