package unlockedaccess

import (
	"fmt"
	"sync"
)

// Pages are stored.
type Pages interface {
	Last() uint64
	Clear()
}

// A PageStore has a lock of its own, and is used by a book, which holds another one for each call.
type PageStore struct {
	mu  sync.Mutex
	cur []uint64
}

func (s *PageStore) Last() uint64 {
	n := uint64(0)
	for _, id := range s.cur { // want `s.cur is read without s.mu`
		n = max(n, id)
	}
	return n
}

func (s *PageStore) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur = nil
}

func (s *PageStore) Add(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cur = append(s.cur, id)
}

// A Book has pages.
type Book struct {
	m     sync.Mutex
	store Pages
	own   *PageStore
}

func (b *Book) Last() uint64 {
	b.m.Lock()
	defer b.m.Unlock()
	return b.store.Last()
}

func (b *Book) Reset() {
	b.m.Lock()
	defer b.m.Unlock()
	b.store.Clear()
}

func (b *Book) Add(id uint64) {
	b.m.Lock()
	defer b.m.Unlock()
	b.own.Add(id)
}

// A reading is printed for people.
type reading struct {
	mu     sync.Mutex
	values map[string]int
}

func (r *reading) Set(name string, value int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.values[name] = value
}

func (r *reading) Value(name string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.values[name]
}

func (r *reading) String() string {
	return fmt.Sprint(r.values["power"]) // want `r.values is read without r.mu`
}
