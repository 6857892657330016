package doublelock

import (
	"fmt"
	"sync"
)

type Store struct {
	mu    sync.Mutex
	rw    sync.RWMutex
	items map[string]int
	child *child
}

func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *Store) lenLocked() int { return len(s.items) }

func (s *Store) Reset() {
	s.mu.Lock()
	s.items = map[string]int{}
	s.mu.Unlock()
}

// Calls a method that locks.
func (s *Store) Remove(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
	return s.Len() // want `deadlock: s\.Len acquires s\.mu, held since line \d+`
}

// There is no variant to call: the lock is released around the call.
func (s *Store) Swap() {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, "")
	s.Reset() // want `deadlock: s\.Reset acquires s\.mu, held since line \d+`
}

func (s *Store) direct() {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, "a")
	s.mu.Lock() // want `deadlock: s\.mu is acquired again while it is held since line \d+`
	delete(s.items, "b")
	s.mu.Unlock()
}

func (s *Store) forgotten() {
	s.mu.Lock()
	delete(s.items, "a")
	s.mu.Lock() // want `deadlock: s\.mu is acquired again while it is held since line \d+`
	delete(s.items, "b")
	s.mu.Unlock()
}

// Through two calls and a literal that is called in place.
func (s *Store) deep() {
	s.mu.Lock()
	func() {
		s.middle() // want `deadlock: s\.middle acquires s\.mu, held since line \d+`
	}()
	s.mu.Unlock()
}

func (s *Store) middle() { s.Reset() }

func (s *Store) Sum() (sum int) {
	s.rw.RLock()
	defer s.rw.RUnlock()
	for _, n := range s.items {
		sum += n
	}
	return sum
}

func (s *Store) write(key string) {
	s.rw.Lock()
	s.items[key]++
	s.rw.Unlock()
}

// A writer who asks between the two readers makes both wait.
func (s *Store) average() (avg int) {
	s.rw.RLock()
	avg = s.Sum() // want `recursive RLock: a waiting writer deadlocks both; s\.Sum acquires s\.rw, held since line \d+`
	avg /= len(s.items)
	s.rw.RUnlock()
	return avg
}

func (s *Store) upgrade() {
	s.rw.RLock()
	s.write("x") // want `deadlock: s\.write acquires s\.rw, held since line \d+`
	s.rw.RUnlock()
}

type named struct {
	sync.Mutex
	name string
}

func (n *named) String() string {
	n.Lock()
	defer n.Unlock()
	return n.name
}

// Formatting calls String.
func (n *named) print() {
	n.Lock()
	fmt.Println("name:", n) // want `deadlock: method String of an operand acquires n, held since line \d+`
	n.Unlock()
}

// Only one of the verbs asks for text.
func (n *named) dump(at int) {
	n.Lock()
	fmt.Printf("%d: %T %-5s %%\n", at, n, n) // want `deadlock: method String of an operand acquires n, held since line \d+`
	n.Unlock()
}

// The embedded mutex has helpers.
type child struct {
	sync.Mutex
	parent *Store
}

func (c *child) lock() { c.Lock() }

func (c *child) twice() {
	c.Lock()
	c.lock() // want `deadlock: c\.lock acquires c, held since line \d+`
	c.Unlock()
}

// In a function that sync.Once runs in place.
type lazy struct {
	once sync.Once
	mu   sync.Mutex
	n    int
}

func (l *lazy) load() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.once.Do(func() {
		l.mu.Lock() // want `deadlock: l\.mu is acquired again while it is held since line \d+`
		l.n = 1
		l.mu.Unlock()
	})
}

// Through an interface, when the function itself put the value there.
type Flusher interface{ Flush() }

type buffer struct {
	mu   sync.Mutex
	data []byte
}

func (b *buffer) Flush() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.data = nil
}

func (b *buffer) reset() {
	b.mu.Lock()
	defer b.mu.Unlock()
	var f Flusher = b
	f.Flush() // want `deadlock: f\.Flush acquires b\.mu, held since line \d+`
}

// An element of a slice that is never replaced.
type table struct{ rows []row }

type row struct {
	mu sync.Mutex
	n  int
}

func (t *table) twice(i int) {
	t.rows[i].mu.Lock()
	t.rows[i].mu.Lock() // want `deadlock: t\.rows\[i\]\.mu is acquired again while it is held since line \d+`
	t.rows[i].n++
	t.rows[i].mu.Unlock()
}

// Nothing needs the first acquisition but what takes the lock itself.
type importer struct {
	sync.RWMutex
	status string
}

func (im *importer) set(status string) {
	im.Lock()
	im.status = status
	im.Unlock()
}

func (im *importer) get() string {
	im.RLock()
	defer im.RUnlock()
	return im.status
}

func (im *importer) Failed() bool {
	im.RLock()
	defer im.RUnlock()
	status := im.get() // want `im.get acquires im`
	return status == "failed"
}

func (im *importer) Done() bool {
	done := true
	im.RLock()
	if im.get() == "importing" { // want `im.get acquires im`
		done = false
	}
	im.RUnlock()
	return done
}

// Both callees take it themselves.
type span struct {
	mu     sync.Mutex
	events []string
	status string
}

func (s *span) Record(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.Add(err.Error())       // want `deadlock: s\.Add acquires s\.mu, held since line \d+`
	s.SetStatus(err.Error()) // want `deadlock: s\.SetStatus acquires s\.mu, held since line \d+`
}

func (s *span) Add(event string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, event)
}

func (s *span) SetStatus(status string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.status = status
}

func (s *Store) Keys() []string {
	s.rw.RLock()
	defer s.rw.RUnlock()
	keys := []string{}
	for key := range s.items {
		keys = append(keys, key)
	}
	return keys
}

// Only the call needs the lock, and takes it itself.
func (s *Store) first() string {
	s.rw.RLock()
	defer s.rw.RUnlock()

	keys := s.Keys() // want `recursive RLock: a waiting writer deadlocks both; s\.Keys acquires s\.rw, held since line \d+`
	if len(keys) > 0 {
		return keys[0]
	}
	return ""
}

// The call comes before all that needs the lock.
func (s *Store) positive() []*string {
	s.rw.RLock()
	defer s.rw.RUnlock()
	list := make([]*string, 0, s.Sum()) // want `recursive RLock: a waiting writer deadlocks both; s\.Sum acquires s\.rw, held since line \d+`
	for key, n := range s.items {
		if n > 0 {
			list = append(list, &key)
		}
	}
	return list
}

// What was found before the lock may be everybody's, and is written under it.
func (s *Store) mark(all []string) {
	s.rw.RLock()
	n := s.Sum() // want `recursive RLock: a waiting writer deadlocks both; s\.Sum acquires s\.rw, held since line \d+`
	all[0] = fmt.Sprint(n)
	s.rw.RUnlock()
}
