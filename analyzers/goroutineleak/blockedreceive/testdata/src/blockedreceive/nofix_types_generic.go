package blockedreceive

import "sync"

// A turnstile of any ticket: Open wakes one of those that wait.
type turnstile[T any] struct {
	mu     sync.Mutex
	cond   *sync.Cond
	open   bool
	ticket T
}

func newTurnstile[T any](ticket T) *turnstile[T] {
	g := &turnstile[T]{ticket: ticket}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *turnstile[T]) Pass() T {
	g.mu.Lock()
	defer g.mu.Unlock()
	for !g.open {
		g.cond.Wait() // want "g.cond.Wait blocks forever after calls of"
	}
	return g.ticket
}

func (g *turnstile[T]) Open() {
	g.mu.Lock()
	if !g.open {
		g.open = true
		g.cond.Signal()
	}
	g.mu.Unlock()
}

// A weir wakes all.
type weir[K comparable, V any] struct {
	mu   sync.Mutex
	cond *sync.Cond
	open map[K]V
}

func newWeir[K comparable, V any]() *weir[K, V] {
	g := &weir[K, V]{open: make(map[K]V)}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *weir[K, V]) Pass() V {
	g.mu.Lock()
	defer g.mu.Unlock()
	for len(g.open) == 0 {
		g.cond.Wait()
	}
	for _, v := range g.open {
		return v
	}
	panic("unreachable")
}

func (g *weir[K, V]) Open(k K, v V) {
	g.mu.Lock()
	g.open[k] = v
	g.mu.Unlock()
	g.cond.Broadcast()
}
