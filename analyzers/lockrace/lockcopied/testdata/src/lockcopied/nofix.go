package lockcopied

import "sync"

type shard struct {
	mu sync.Mutex
	m  map[string]int
}

type shards []shard

func (s shards) clear() {
	for _, sh := range s { // want `sh is a copy of the element, so that sh.mu at line 14 locks a copy`
		sh.mu.Lock()
		clear(sh.m)
		sh.mu.Unlock()
	}
}

func (s shards) add(i int, k string) {
	sh := s[i] // want `sh is a copy of s\[i\], so that sh.mu at line 22 locks a copy`
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.m[k]++
}

func dump(t *Tally) int {
	c := *t // want `c is a copy of \*t, so that c.mu at line 29 locks a copy`
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.counts)
}

// In a literal.
func each(names []string) {
	var wg sync.WaitGroup
	for _, name := range names {
		wg.Add(1)
		go func(wg sync.WaitGroup) { // want `wg is passed by value, so that wg.Done at line 40`
			defer wg.Done()
			println(name)
		}(wg)
	}
	wg.Wait()
}

// Exported: callers of other packages pass it, too.
func Count(t Tally, name string) { // want `t is passed by value`
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[name]++
}

// Every method has a value receiver, which an interface may need.
type Box[T any] struct {
	mu sync.Mutex
	m  map[string]T
}

func (b Box[T]) Put(k string, v T) { // want `b is a value receiver`
	b.mu.Lock()
	defer b.mu.Unlock()
	b.m[k] = v
}
