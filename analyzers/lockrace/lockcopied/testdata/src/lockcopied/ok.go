package lockcopied

import "sync"

// The lock is a pointer.
type handle struct {
	mu *sync.Mutex
	m  map[string]int
}

func (h handle) Inc(k string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.m[k]++
}

// What has the lock is embedded as a pointer.
type view struct{ *Tally }

func (v view) Size() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.counts)
}

// The element is a pointer, or is used where it is.
func sum(list []*shard, own []shard) (n int) {
	for _, s := range list {
		s.mu.Lock()
		n += len(s.m)
		s.mu.Unlock()
	}
	for i := range own {
		own[i].mu.Lock()
		n += len(own[i].m)
		own[i].mu.Unlock()
		s := &own[i]
		s.mu.Lock()
		s.mu.Unlock()
	}
	return n
}

// The value is made here.
func fresh() *Tally {
	t := Tally{counts: make(map[string]int)}
	t.mu.Lock()
	t.counts["a"] = 1
	t.mu.Unlock()
	return &t
}

// The function counts and waits for what it starts itself.
func own(wg sync.WaitGroup) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		println("own")
	}()
	wg.Wait()
}

// A copy that nothing locks.
func (s shard) size() int { return len(s.m) }

// A variable of the function, of the package and a captured one.
var global Tally

func locals() {
	var mu sync.Mutex
	mu.Lock()
	defer mu.Unlock()
	global.mu.Lock()
	defer global.mu.Unlock()
	func() {
		mu.TryLock()
	}()
}

// An interface holds a pointer to the lock.
func under(l sync.Locker, f func()) {
	l.Lock()
	defer l.Unlock()
	f()
}

type held struct{ sync.Locker }

func (h held) under(f func()) {
	h.Lock()
	defer h.Unlock()
	f()
}
