package unlockedaccess

import "sync"

type Stack struct {
	mu     sync.Mutex
	closed bool
	items  []string
}

// One lock for the test and for what follows.
func (s *Stack) Send(item string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return errClosed
	}
	s.items = append(s.items, item)
	return nil
}

// Two accesses hold the lock, one does not.
type results struct {
	mu    sync.Mutex
	lines []string
}

func (r *results) Add(line string) {
	r.mu.Lock()
	r.lines = append(r.lines, line)
	r.mu.Unlock()
}

func (r *results) First() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lines[0]
}

// Nobody else has it yet.
func newSet(names ...string) *Set {
	s := &Set{items: make(map[string]int)}
	for _, name := range names {
		s.items[name] = 1
	}
	return s
}

// The caller holds the lock.
func (s *Set) sumLocked() (sum int) {
	for _, n := range s.items {
		sum += n
	}
	return sum
}

func (s *Set) Sum() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.sumLocked()
}

// It has one reader, who is the only one to move it on; the lock is for Close.
type iterator struct {
	mu     sync.Mutex
	closed bool
	at     int
	lines  []string
}

func (it *iterator) line() string { return it.lines[it.at] }

func (it *iterator) Close() {
	it.mu.Lock()
	it.closed = true
	it.mu.Unlock()
}

var (
	scopesMu sync.RWMutex
	scopes   = make(map[string]int)
)

func Register(name string) {
	scopesMu.Lock()
	defer scopesMu.Unlock()
	scopes[name]++
}

func Scope(name string) int {
	scopesMu.RLock()
	defer scopesMu.RUnlock()
	return scopes[name]
}

func Known(name string) bool {
	scopesMu.RLock()
	defer scopesMu.RUnlock()
	_, ok := scopes[name]
	return ok
}

func Forget(name string) {
	scopesMu.Lock()
	defer scopesMu.Unlock()
	delete(scopes, name)
}

func Count() int {
	scopesMu.RLock()
	defer scopesMu.RUnlock()
	return len(scopes)
}

// What is full is only ever emptied by the one that writes it out.
type bag struct{ m map[string]int }

func (b *bag) walk(f func(string, int) error) error { return nil }

type Index struct {
	lock       sync.RWMutex
	open, full *bag
	snap       *bag
}

func (x *Index) Prepare() {
	x.lock.Lock()
	defer x.lock.Unlock()
	if x.full == nil {
		x.full = x.open
		x.open = &bag{}
	}
}

func (x *Index) ready() bool {
	x.lock.RLock()
	defer x.lock.RUnlock()
	return x.full != nil && len(x.full.m) > 0
}

func (x *Index) Find(name string) int {
	x.lock.RLock()
	defer x.lock.RUnlock()
	if x.full != nil {
		return x.full.m[name]
	}
	return x.open.m[name]
}

func (x *Index) Flush(write func(string, int) error) (err error) {
	if !x.ready() {
		return nil
	}
	err = x.full.walk(write)
	if err != nil {
		return err
	}
	x.lock.Lock()
	defer x.lock.Unlock()
	x.snap = &bag{}
	x.full = nil
	return nil
}

func (x *Index) Put(name string) {
	x.lock.Lock()
	defer x.lock.Unlock()
	x.open.m[name]++
}

func (x *Index) All() int {
	x.lock.RLock()
	defer x.lock.RUnlock()
	if x.full == nil {
		return 0
	}
	return len(x.full.m)
}
