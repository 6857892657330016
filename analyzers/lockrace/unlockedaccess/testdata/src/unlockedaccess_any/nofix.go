package unlockedaccess_any

import "sync"

// The statement calls a function of the package, which may take the lock.
type ring struct {
	mu    sync.Mutex
	items []string
	size  int
}

func (r *ring) Put(item string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.items = append(r.items, item)
	r.size = len(r.items)
}

func (r *ring) Size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.size
}

func (r *ring) Trim(n int) {
	r.size = r.count(n) // want `r.size is written without r.mu, which 2 of 3 writes hold`
	r.mu.Lock()
	r.items = r.items[:n]
	r.size = n
	r.mu.Unlock()
}

func (r *ring) count(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return min(n, len(r.items))
}

// One finding for one lock in one function, which must be held for all of it.
type lookup struct {
	mu    sync.Mutex
	found *string
}

func (l *lookup) Find(load func() *string) *string {
	if l.found != nil { // want `l.found is read without l.mu, which 4 of 6 accesses hold`
		return l.found
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found == nil {
		l.found = load()
	}
	return l.found
}

func (l *lookup) Known() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found != nil
}

type load struct {
	mu    sync.Mutex
	total int
	hosts map[string]int
}

func (l *load) Max() int {
	if l.total == 0 || l.total < len(l.hosts) { // want `l.total is read without l.mu`
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total / len(l.hosts)
}

func (l *load) Add(host string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hosts[host]++
	l.total++
}

func (l *load) Total() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.total
}

// A variable gets one finding.
func batches(work func() int) int {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := work()
			mu.Lock()
			total += n
			mu.Unlock()
		}()
		total++ // want `data race: total is written without mu, which is held for it at line \d+; the goroutine started at line \d+ runs at the same time`
	}
	total *= 2
	wg.Wait()
	return total
}

// The loop calls what may take long, or may take the lock.
type callers struct {
	mu    sync.RWMutex
	names map[string]int
}

func (r *callers) Set(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name]++
	if r.names[name] > 9 {
		delete(r.names, name)
	}
}

func (r *callers) Size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.names) + r.names[""] + r.names["a"]
}

// A nil one is allowed, which has no lock.
type nilable struct {
	mu    sync.RWMutex
	names map[string]int
}

func (r *nilable) Set(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name]++
	if r.names[name] > 9 {
		delete(r.names, name)
	}
}

func (r *nilable) Size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.names) + r.names[""] + r.names["a"]
}

func (r *nilable) Sum() (sum int) {
	if r == nil {
		return 0
	}
	sum = r.names[""] // want `r.names is read without r.mu`
	sum += r.names["a"]
	return sum
}

// The value is not needed whenever the statement runs, or later.
type lazy struct {
	mu    sync.RWMutex
	names map[string]int
	n     int
}

func (r *lazy) Set(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names[name]++
	if r.names[name] > 9 {
		r.names = make(map[string]int)
	}
}

func (r *lazy) Size() int {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return len(r.names) + r.names[""] + r.names["a"]
}

func (r *lazy) Lazy(on bool) (func() int, bool) {
	r.mu.Lock()
	r.n++
	r.mu.Unlock()
	if on && r.names != nil { // want `r.names is read without r.mu`
		return nil, false
	}
	return nil, true
}

// A caller has the lock already, another one has not.
type Catalog struct {
	mu    sync.Mutex
	names map[string]int
}

// Report calls it as well, without.
func (c *Catalog) Names() int {
	n := len(c.names) // want `c.names is read without c.mu`
	return n
}

func (c *Catalog) Add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names[name]++
	return c.Names()
}

func (c *Catalog) Report(to func(int)) { to(c.Names()) }

func (c *Catalog) Has(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.names[name] > 0
}
