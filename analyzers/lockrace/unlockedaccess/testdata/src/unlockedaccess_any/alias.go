package unlockedaccess_any

import (
	"sort"
	"sync"
)

type segments struct {
	mu   sync.Mutex
	data map[int][]byte
}

func newSegments() *segments { return &segments{data: make(map[int][]byte)} }

func (s *segments) Put(i int, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.data[i] = data
}

func (s *segments) Get(i int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data[i]
}

func (s *segments) Drop(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.data, i)
}

// The variable is the map that the others change, and it is used in all of this.
func (s *segments) Sorted() []int {
	data := s.data // want `s.data is read without s.mu`
	list := make([]int, 0, len(data))
	for i := range data {
		list = append(list, i)
	}
	sort.Ints(list)
	return list
}

// The caller would have the map itself.
type peers[A any] struct {
	mu    sync.RWMutex
	addrs map[string]A
}

func (p *peers[A]) Join(name string, addr A) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.addrs[name] = addr
}

func (p *peers[A]) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.addrs = make(map[string]A)
}

func (p *peers[A]) Addr(name string) A {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.addrs[name]
}

func (p *peers[A]) All() map[string]A {
	return p.addrs // want `p.addrs is read without p.mu`
}

// A table that is replaced as a whole can be kept.
type virtualHosts struct {
	mu    sync.RWMutex
	hosts map[string]string
}

func (r *virtualHosts) Replace(hosts map[string]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hosts = hosts
}

func (r *virtualHosts) Size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.hosts)
}

func (r *virtualHosts) Host(name string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.hosts[name]
}

func (r *virtualHosts) Lookup(names []string, use func(string)) {
	hosts := r.hosts // want `r.hosts is read without r.mu`
	for _, name := range names {
		use(hosts[name])
	}
}
