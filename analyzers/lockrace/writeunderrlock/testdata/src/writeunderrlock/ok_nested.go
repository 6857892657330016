package writeunderrlock

import "sync"

// The inner map is looked up under the read lock, and written under the lock of its owner.
type shelf struct {
	mu    sync.Mutex
	books map[string]int
}

type library struct {
	mu      sync.RWMutex
	shelves map[string]*shelf
}

func (l *library) Put(name, book string) {
	l.mu.RLock()
	s := l.shelves[name]
	l.mu.RUnlock()
	s.mu.Lock()
	s.books[book]++
	s.mu.Unlock()
}

func (l *library) Add(name string) {
	l.mu.Lock()
	l.shelves[name] = &shelf{books: map[string]int{}}
	l.mu.Unlock()
}
