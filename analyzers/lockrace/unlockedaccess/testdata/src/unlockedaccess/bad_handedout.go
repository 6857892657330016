package unlockedaccess

import (
	"expvar"
	"sync"
)

type gauges interface {
	Gauge(name string, read func() float64)
}

// The gauge's function runs whenever the metrics are read, without the lock.
type visits struct {
	mu sync.Mutex
	m  map[string]int
}

func newVisits(g gauges) *visits {
	v := &visits{m: make(map[string]int)}
	g.Gauge("visits", func() float64 {
		return float64(len(v.m)) // want `data race with line 26: v.m is read without v.mu`
	})
	return v
}

func (v *visits) Put(k string) { v.mu.Lock(); defer v.mu.Unlock(); v.m[k]++ }

func (v *visits) Get(k string) int { v.mu.Lock(); defer v.mu.Unlock(); return v.m[k] }

// A method value, and a function that is converted before it is passed on.
type backlog struct {
	mu    sync.Mutex
	queue []string
	done  map[string]bool
}

func newBacklog(g gauges) *backlog {
	b := &backlog{done: make(map[string]bool)}
	g.Gauge("done", b.count)
	expvar.Publish("queue", expvar.Func(func() any {
		return len(b.queue) // want `data race with line 50: b.queue is read without b.mu`
	}))
	return b
}

func (b *backlog) count() float64 {
	return float64(len(b.done)) // want `data race with line 51: b.done is read without b.mu`
}

func (b *backlog) Put(s string) { b.mu.Lock(); defer b.mu.Unlock(); b.queue = append(b.queue, s) }
func (b *backlog) End(s string) { b.mu.Lock(); defer b.mu.Unlock(); b.done[s] = true }

func (b *backlog) First() string { b.mu.Lock(); defer b.mu.Unlock(); return b.queue[0] }
func (b *backlog) Done(s string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.done[s]
}
