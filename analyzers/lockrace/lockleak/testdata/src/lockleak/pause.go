package lockleak

import (
	"iter"
	"sync"
)

// Functions that release the lock for a while hand it over to nobody.
type paused struct {
	mu    sync.Mutex
	names []string
	ready bool
}

// Called with the lock.
func (p *paused) wait(ch chan int) {
	p.mu.Unlock()
	<-ch
	p.mu.Lock()
}

func (p *paused) waitUntilReturn(ch chan int) int {
	if !p.ready {
		p.mu.Unlock()
		defer p.mu.Lock()
		return <-ch
	}
	return 0
}

func (p *paused) first(names iter.Seq[string]) string {
	p.mu.Lock()
	for name := range names {
		if name != "" {
			p.mu.Unlock()
			return name
		}
	}
	p.mu.Unlock()
	return ""
}

func (p *paused) add(name string) bool {
	p.mu.Lock()
	if name == "" {
		return false // want `the next Lock blocks forever: p\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	p.names = append(p.names, name)
	p.mu.Unlock()
	return true
}

// So many branches that not all ways through them can be followed.
type many struct {
	sync.RWMutex
	leader, a, b, c, d, e, f, g, h, i, j, k, l, m bool
	n                                             int
}

func (m *many) process(term int) {
	m.Lock()
	if m.a {
		m.Unlock()
		return
	}
	if m.leader {
		if term > m.n {
			m.n = term // want `the next Lock blocks forever: m, locked at line \d+, is still held here, and released only at line \d+`
		} else {
			m.Unlock()
			println("old")
		}
		return
	}
	if m.b {
		m.n++
	}
	if m.c {
		m.n++
	}
	if m.d {
		m.n++
	}
	if m.e {
		m.n++
	}
	if m.f {
		m.n++
	}
	if m.g {
		m.n++
	}
	if m.h {
		m.n++
	}
	if m.i {
		m.n++
	}
	if m.j {
		m.n++
	}
	if m.k {
		m.n++
	}
	if m.l {
		m.n++
	}
	if m.m {
		m.n++
	}
	m.Unlock()
}
