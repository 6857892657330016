package unguardedfield

import "sync"

// A lookup is one call for all that ask for a key.
type lookup struct {
	done  chan struct{}
	value string
}

type lookups struct {
	mu    sync.Mutex
	calls map[string]*lookup
}

// The channel orders what the goroutine writes before what is read.
func (l *lookups) start(key string, get func(string) string) {
	c := &lookup{done: make(chan struct{})}
	l.mu.Lock()
	l.calls[key] = c
	l.mu.Unlock()
	go func() {
		c.value = get(key)
		close(c.done)
	}()
}

func (l *lookups) Wait(key string) string {
	l.mu.Lock()
	c := l.calls[key]
	l.mu.Unlock()
	<-c.done
	return c.value
}

func (l *lookups) Ready(key string) (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.calls[key]
	select {
	case <-c.done:
		return c.value, true
	default:
		return "", false
	}
}

type tenant struct {
	name  string
	count int
}

type tenants struct {
	mu    sync.Mutex
	byKey map[string]*tenant
}

// The field is set before the goroutine is started, and the lock held for each change.
func (t *tenants) Add(name string, work <-chan int) {
	e := &tenant{}
	e.name = name
	t.mu.Lock()
	t.byKey[name] = e
	t.mu.Unlock()
	go func() {
		for n := range work {
			t.mu.Lock()
			e.count += n
			t.mu.Unlock()
			println(e.name)
		}
	}()
}

func (t *tenants) Counts() map[string]int {
	t.mu.Lock()
	defer t.mu.Unlock()
	counts := make(map[string]int)
	for _, e := range t.byKey {
		counts[e.name] = e.count
	}
	return counts
}

// A round is written by its goroutine before that puts it into the list.
type round struct{ score int }

type rounds struct {
	mu   sync.Mutex
	done map[int]*round
}

func (r *rounds) Play(n int) {
	go func() {
		rd := &round{}
		rd.score = n * n
		r.mu.Lock()
		r.done[n] = rd
		r.mu.Unlock()
	}()
}

func (r *rounds) Score(n int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.done[n].score
}
