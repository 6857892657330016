package unlockedaccess

import (
	"expvar"
	"strings"
	"sync"
)

// What is passed out without the lock calls a method that calls itself.
type decoder struct {
	mu       sync.Mutex
	handlers map[string]func(rune)
}

func (d *decoder) SetHandler(name string, h func(rune)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handlers[name] = h
}

func (d *decoder) Decode(text string) string {
	return strings.Map(func(r rune) rune { return d.handle(r, 3) }, text)
}

func (d *decoder) handle(r rune, depth int) rune {
	if depth > 0 {
		return d.handle(r+1, depth-1)
	}
	d.transferred(r)
	return r
}

func (d *decoder) transferred(r rune) {
	if h := d.handlers["transferred"]; h != nil { // want `data race with line \d+: d.handlers is read without d.mu`
		h(r)
	}
}

// An initializer passes a method of the object out: other packages call it later, and cannot hold the lock.
type exchange struct {
	mu    sync.Mutex
	peers map[string]int
}

func (g *exchange) Init() {
	g.peers = make(map[string]int)
	expvar.Publish("peers", expvar.Func(g.stats))
}

func (g *exchange) SetPeer(name string, n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.peers[name] = n
}

func (g *exchange) stats() any {
	sum := 0
	for _, n := range g.peers { // want `data race with line \d+: g.peers is read without g.mu`
		sum += n
	}
	return sum
}
