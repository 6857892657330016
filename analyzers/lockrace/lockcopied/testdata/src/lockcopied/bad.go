package lockcopied

import "sync"

type Tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t Tally) Inc(name string) { // want `t is a value receiver, so that t.mu at line 11 locks a copy, which keeps no other goroutine out`
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[name]++
}

func (t *Tally) Len() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.counts)
}

func crawl(pages []string) {
	var wg sync.WaitGroup
	for _, page := range pages {
		wg.Add(1)
		go visit(page, wg)
	}
	wg.Wait()
}

func visit(page string, wg sync.WaitGroup) { // want `wg is passed by value, so that wg.Done at line 32 counts in a copy: the Wait of the caller blocks forever, or does not wait`
	defer wg.Done()
	println(page)
}

// The lock is embedded.
type registry struct {
	sync.RWMutex
	names map[string]string
}

func (r *registry) set(k, v string) {
	r.Lock()
	defer r.Unlock()
	r.names[k] = v
}

func (r registry) get(k string) string { // want `r is a value receiver, so that r at line 49 locks a copy`
	r.RLock()
	defer r.RUnlock()
	return r.names[k]
}
