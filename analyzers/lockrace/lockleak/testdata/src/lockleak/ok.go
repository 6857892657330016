package lockleak

import (
	"log"
	"os"
	"sync"
)

func (s *store) deferred(key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.items[key]; !ok {
		return errMissing
	}
	delete(s.items, key)
	return nil
}

// The deferred literal was registered first and knows what it has to release.
func (s *store) deferredFirst(lock bool) int {
	locked := false
	defer func() {
		if locked {
			s.mu.Unlock()
		}
	}()
	if lock {
		s.mu.Lock()
		locked = true
	}
	return s.total
}

// Every way releases it.
func (s *store) allWays(key string) error {
	s.mu.Lock()
	if key == "" {
		s.mu.Unlock()
		return errMissing
	}
	s.items[key]++
	s.mu.Unlock()
	return nil
}

// Acquired and released under the same condition.
func (s *store) conditional(lock bool) int {
	if lock {
		s.mu.Lock()
	}
	n := s.total
	if lock {
		s.mu.Unlock()
	}
	return n
}

// The flag says what is held.
func (s *store) flag(n int) int {
	locked := false
	if n > 3 {
		s.mu.Lock()
		locked = true
	}
	s.total += n
	if locked {
		s.mu.Unlock()
	}
	return n
}

// The error says that the lock was released.
func (s *store) nilError(key string) error {
	var err error
	s.mu.Lock()
	if key == "" {
		err = errMissing
		s.mu.Unlock()
	}
	if err != nil {
		return err
	}
	s.mu.Unlock()
	return nil
}

type handed struct {
	mu sync.Mutex
	n  int
}

func (h *handed) end() { h.mu.Unlock() }

type wrapped struct {
	mu sync.Mutex
	n  int
}

// A helper that locks for its caller, who releases through another helper.
func (w *wrapped) lock()   { w.mu.Lock() }
func (w *wrapped) unlock() { w.mu.Unlock() }

func (w *wrapped) both() {
	w.lock()
	defer w.unlock()
	w.n++
}

type releaser struct {
	mu sync.Mutex
	n  int
}

// Returns the release function.
func (r *releaser) acquire(ok bool) func() {
	r.mu.Lock()
	if ok {
		return r.mu.Unlock
	}
	r.mu.Unlock()
	return func() {}
}

func (r *releaser) use() {
	defer r.acquire(true)()
	r.n++
}

type tried struct {
	mu sync.Mutex
	n  int
}

// TryLock that failed holds nothing.
func (t *tried) try() bool {
	if !t.mu.TryLock() {
		return false
	}
	t.n++
	t.mu.Unlock()
	return true
}

// The process ends, and a panic unwinds to whoever recovers.
func (t *tried) exits(n int) {
	t.mu.Lock()
	switch n {
	case 0:
		os.Exit(1)
	case 1:
		log.Fatal("one")
	case 2:
		panic("two")
	}
	t.n++
	t.mu.Unlock()
}

type shard struct {
	mu sync.Mutex
	n  int
}

// Elements of a slice have no name that two expressions share.
func shards(all []shard, i int) bool {
	all[i].mu.Lock()
	if all[i].n == 0 {
		all[i].mu.Unlock()
		return false
	}
	all[i].n--
	all[i].mu.Unlock()
	return true
}

type node struct {
	mu   sync.Mutex
	next *node
	n    int
}

// Hand over hand: the lock of the next is another one in each round.
func last(n *node) int {
	n.mu.Lock()
	for n.next != nil {
		next := n.next
		next.mu.Lock()
		n.mu.Unlock()
		n = next
	}
	v := n.n
	n.mu.Unlock()
	return v
}

// Released in a literal that is called in place.
func (t *tried) inPlace(ok bool) int {
	t.mu.Lock()
	finish := func() int {
		defer t.mu.Unlock()
		return t.n
	}
	if ok {
		return finish()
	}
	return finish() + 1
}

// Released by a goroutine that is started for it.
type lent struct {
	mu sync.Mutex
	n  int
}

func (l *lent) start(async bool) {
	l.mu.Lock()
	if async {
		go func() {
			l.n++
			l.mu.Unlock()
		}()
		return
	}
	l.n++
	l.mu.Unlock()
}

// The release function is registered with somebody else.
type registered struct {
	mu sync.Mutex
	n  int
}

func (r *registered) begin(onDone func(func()), ok bool) {
	r.mu.Lock()
	if ok {
		onDone(r.mu.Unlock)
		return
	}
	r.mu.Unlock()
}

// A range over a function: leaving its body is a call in disguise.
func (t *tried) sequence(all func(func(int) bool)) int {
	for n := range all {
		t.mu.Lock()
		if n == t.n {
			t.mu.Unlock()
			return n
		}
		t.mu.Unlock()
	}
	return 0
}

// Unlocked for a while and locked again at the end.
func (t *tried) pause(work func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	func() {
		t.mu.Unlock()
		defer t.mu.Lock()
		work()
	}()
	t.n++
}

// Held by the caller, released for each wait and locked again.
type health struct {
	mu sync.Mutex
	n  int
}

func (h *health) settled(limit int) bool {
	for range limit {
		h.mu.Unlock()
		wait()
		h.mu.Lock()
		if h.n == 0 {
			return true
		}
	}
	return false
}

func (h *health) settle(limit int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.settled(limit)
}

func wait() {}

// The lock goes to the caller with the function that releases it.
type link struct {
	mu sync.Mutex
	up bool
}

type links struct {
	mu   sync.Mutex
	byID map[string]*link
}

func (l *links) lock(id string) (found *link, unlock func()) {
	l.mu.Lock()
	found = l.byID[id]
	l.mu.Unlock()
	for {
		if found == nil {
			return nil, nil
		}
		found.mu.Lock()
		l.mu.Lock()
		now := l.byID[id]
		l.mu.Unlock()
		if now == found {
			return found, found.mu.Unlock
		}
		found.mu.Unlock()
		found = now
	}
}
