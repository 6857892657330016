package doublelock

import (
	"fmt"
	"sync"
)

func (s *Store) Count(key string) int {
	s.mu.Lock()
	delete(s.items, key)
	s.mu.Unlock()
	return s.Len()
}

// Held on one way only.
func (s *Store) sometimes(lock bool) int {
	if lock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return s.size(!lock)
}

// Locks only if the caller says so.
func (s *Store) size(lock bool) int {
	if lock {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	return len(s.items)
}

func (s *Store) saysSo() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size(false)
}

// Gives the lock back before it takes it again.
func (s *Store) wait(work func()) {
	s.mu.Unlock()
	work()
	s.mu.Lock()
}

func (s *Store) waits(work func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wait(work)
}

// Another object.
func (s *Store) merge(other *Store) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key := range s.items {
		s.items[key] += other.Len()
	}
}

type list struct {
	mu   sync.Mutex
	next *list
}

// Each round locks another element.
func (l *list) walk() {
	for l != nil {
		l.mu.Lock()
		next := l.next
		defer l.mu.Unlock()
		l = next
	}
}

// The field leads to another object after every step.
func (l *list) step() {
	l.next.mu.Lock()
	l.next = l.next.next
	l.next.mu.Lock()
}

// A goroutine of its own.
func (s *Store) async() {
	s.mu.Lock()
	defer s.mu.Unlock()
	go s.Reset()
	go func() { s.Reset() }()
}

// Deferred, and run after the release.
func (s *Store) after() {
	s.mu.Lock()
	defer s.Reset()
	defer s.mu.Unlock()
	delete(s.items, "")
}

// TryLock does not wait.
func (s *Store) try() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mu.TryLock()
}

type readers struct {
	mu sync.RWMutex
	n  int
}

func (r *readers) get() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.n
}

// Nobody in this package ever writes, so readers never wait.
func (r *readers) twice() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.get() + r.n
}

// What is formatted is another one.
func (n *named) compare(other *named) string {
	n.Lock()
	defer n.Unlock()
	return fmt.Sprint(n.name, other)
}

// A literal that is called later.
func (s *Store) later() func() {
	s.mu.Lock()
	defer s.mu.Unlock()
	return func() { s.Reset() }
}

// The lock is released on the way that calls.
func (s *Store) early(key string) int {
	s.mu.Lock()
	if _, ok := s.items[key]; !ok {
		s.mu.Unlock()
		return s.Len()
	}
	n := s.items[key]
	s.mu.Unlock()
	return n
}

// Two stores in one slice.
func pair(all []*Store) {
	for _, s := range all {
		s.mu.Lock()
	}
	for _, s := range all {
		s.mu.Unlock()
	}
}

// Gives the lock back on one way, and calls somebody who reads under it there.
func (s *Store) register(key string) error {
	if key == "" {
		return fmt.Errorf("no key")
	}
	s.rw.Unlock()
	s.Sum()
	s.rw.Lock()
	return nil
}

func (s *Store) registers(key string) error {
	s.rw.Lock()
	defer s.rw.Unlock()
	return s.register(key)
}

// The deferred acquisition is registered on the other way only.
func (s *Store) refresh(fresh bool) int {
	s.rw.RLock()
	defer s.rw.RUnlock()
	if fresh {
		return len(s.items)
	}
	s.rw.RUnlock()
	defer s.rw.RLock()
	s.rw.Lock()
	defer s.rw.Unlock()
	s.items = map[string]int{}
	return 0
}

// Two elements, and an element of a map, which may be another one by now.
type grid struct {
	cells []cell
	named map[string]*cell
}

type cell struct {
	mu sync.Mutex
	n  int
}

func (g *grid) swap(i, j int) {
	g.cells[i].mu.Lock()
	g.cells[j].mu.Lock()
	g.cells[i].n, g.cells[j].n = g.cells[j].n, g.cells[i].n
	g.cells[j].mu.Unlock()
	g.cells[i].mu.Unlock()
}

func (g *grid) replace(name string, fresh func()) {
	old := g.named[name]
	old.mu.Lock()
	defer old.mu.Unlock()
	fresh()
	g.named[name].mu.Lock()
	g.named[name].n++
	g.named[name].mu.Unlock()
}

// Some other value behind the same interface.
type Closer interface{ Close() }

type link struct {
	mu   sync.Mutex
	next Closer
}

func (l *link) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next.Close()
}

// Once runs it after the lock is given back.
func (g *grid) once(o *sync.Once, c *cell) {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	o.Do(func() {
		c.mu.Lock()
		c.n++
		c.mu.Unlock()
	})
}

// A method called Error that gives no text, and operands of which none is asked for.
type logger struct {
	mu    sync.Mutex
	lines []string
}

func (l *logger) Error(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, line)
}

func (l *logger) Expect(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintf("%v expects %s", l, line))
}

func (n *named) where(of string) string {
	n.Lock()
	defer n.Unlock()
	return fmt.Sprintf("%s is a %T at %p", of, n, n)
}

// A function that gives the lock back, once.
func unlockOnce(l sync.Locker) func() {
	var once sync.Once
	return func() { once.Do(l.Unlock) }
}

func (c *cell) serve(stop func() bool) int {
	unlock := unlockOnce(&c.mu)
	c.mu.Lock()
	defer unlock()
	if stop() {
		return 0
	}
	c.n++
	unlock()
	return c.count()
}

func (c *cell) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Somebody else has the lock, and may release it.
func (c *cell) lend(to func(sync.Locker)) int {
	c.mu.Lock()
	c.n++
	to(&c.mu)
	return c.count()
}

// A guard gives the lock back that it came with.
type guard struct{ release func() }

func (g guard) Unlock() {
	if g.release != nil {
		g.release()
	}
}

type timedMutex struct {
	mu    sync.Mutex
	waits int
}

func (t *timedMutex) Lock() guard {
	t.mu.Lock()
	t.waits++
	return guard{release: func() { t.mu.Unlock() }}
}

type wire struct {
	write timedMutex
	open  bool
}

func (w *wire) Close() {
	g := w.write.Lock()
	defer g.Unlock()
	w.open = false
}

func (w *wire) serve(stop func() bool) {
	defer w.Close()
	if stop() {
		w.Close()
	}
}

// Whether it locks is said by an argument, which a literal asks as well.
type barrier struct {
	mu     sync.RWMutex
	sealed bool
	keys   map[string]string
}

func (b *barrier) get(key string, lock bool) string {
	if lock {
		b.mu.RLock()
	}
	unlock := true
	defer func() {
		if lock && unlock {
			b.mu.RUnlock()
		}
	}()
	if b.sealed {
		return ""
	}
	value := b.keys[key]
	unlock = false
	if lock {
		b.mu.RUnlock()
	}
	return value + fmt.Sprint(len(value))
}

func (b *barrier) Get(key string) string { return b.get(key, true) }

func (b *barrier) Move(from, to string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.keys[to] = b.get(from, false)
}

// What releases the lock is wrapped, and called before the lock is taken again.
type limiter struct {
	mu  sync.Mutex
	now int
}

func (l *limiter) lock() (int, func()) {
	l.mu.Lock()
	return l.now, l.mu.Unlock
}

func once(f func()) func() {
	called := false
	return func() {
		if !called {
			called = true
			f()
		}
	}
}

func (l *limiter) wait(work func(int) error) (err error) {
	now, unlock := l.lock()
	unlockOnce := once(unlock)
	defer unlockOnce()
	defer func() {
		if err != nil {
			unlockOnce()
			_, unlock := l.lock()
			defer unlock()
			l.now--
		}
	}()
	return work(now)
}

// The goroutine has the lock, and gives it back.
func (l *limiter) listen(stop <-chan int) <-chan int {
	c := make(chan int)
	l.mu.Lock()
	go func() {
		defer l.mu.Unlock()
		select {
		case c <- l.now:
		case <-stop:
		}
	}()
	return c
}

func (l *limiter) heard(stop <-chan int) {
	l.mu.Lock()
	l.now++
	l.mu.Unlock()
	<-l.listen(stop)
	l.mu.Lock()
	l.now--
	l.mu.Unlock()
}

func (l *limiter) relayed() {
	l.mu.Lock()
	go func() {
		l.now++
		l.mu.Unlock()
	}()
	l.mu.Lock()
	l.mu.Unlock()
}

type ledger struct {
	mu  sync.RWMutex
	ids map[string]bool
}

type options struct{ lock bool }

type option func(*options)

func locking(lock bool) option { return func(o *options) { o.lock = lock } }

func applied(opts []option) *options {
	o := &options{lock: true}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// each takes the lock unless an option says that the caller has it.
func (l *ledger) each(use func(string), opts ...option) {
	if applied(opts).lock {
		l.mu.RLock()
		defer l.mu.RUnlock()
	}
	for id := range l.ids {
		use(id)
	}
}

func (l *ledger) sum() (n int) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	l.each(func(string) { n++ }, locking(false))
	return n
}

func (l *ledger) add(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ids[id] = true
}
