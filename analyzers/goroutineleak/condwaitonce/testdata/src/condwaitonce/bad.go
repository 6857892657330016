// Package condwaitonce waits for conditions.
package condwaitonce

import (
	"container/list"
	"sync"
)

type queue struct {
	mu     sync.Mutex
	cond   *sync.Cond
	items  []string
	busy   bool
	active int
	max    int
	all    *list.List
	seen   map[string]int
	closed bool
}

func (q *queue) take() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.items) == 0 {
		q.cond.Wait() // want `condition len\(q.items\) == 0 may hold again when q.cond.Wait returns, and the code at line 27 relies on the opposite: nothing tests it again`
	}
	item := q.items[0]
	q.items = q.items[1:]
	return item
}

func (q *queue) acquire() {
	q.mu.Lock()
	if q.busy {
		q.cond.Wait() // want `condition q.busy may hold again`
	}
	q.busy = true
	q.mu.Unlock()
}

func (q *queue) slot() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.active >= q.max {
		q.cond.Wait() // want `condition q.active >= q.max may hold again`
	}
	q.active++
}

func (q *queue) bounded(item string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.full() {
		q.cond.Wait() // want `condition q.full\(\) may hold again`
	}
	q.items = append(q.items, item)
	q.cond.Signal()
}

func (q *queue) full() bool { return len(q.items) >= q.max }

func (q *queue) worker(handle func(string)) {
	for {
		q.mu.Lock()
		if len(q.items) == 0 { // nothing to do
			q.cond.Wait() // want `condition len\(q.items\) == 0 may hold again`
		}
		item := q.pop()
		q.mu.Unlock()
		handle(item)
	}
}

func (q *queue) pop() string {
	item := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return item
}

func (q *queue) front() any {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.all.Len() == 0 {
		q.cond.Wait() // want `condition q.all.Len\(\) == 0 may hold again`
	}
	return q.all.Remove(q.all.Front())
}

// an embedded condition
type pool struct {
	*sync.Cond
	free []int
}

func (p *pool) get() int {
	p.L.Lock()
	defer p.L.Unlock()
	if len(p.free) == 0 {
		p.Wait() // want `condition len\(p.free\) == 0 may hold again`
	}
	n := p.free[0]
	p.free = p.free[1:]
	return n
}

func locals(work []int) func() int {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		if len(work) == 0 {
			cond.Wait() // want `condition len\(work\) == 0 may hold again`
		}
		n := work[0]
		work = work[1:]
		return n
	}
}
