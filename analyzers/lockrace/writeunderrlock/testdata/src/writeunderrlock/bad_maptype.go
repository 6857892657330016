package writeunderrlock

import "sync"

// A views counts by page.
type views map[string]int

func (v views) seen(page string) { v[page]++ }

func (v views) drop(page string) { forget(v, page) }

func forget(v map[string]int, page string) { delete(v, page) }

func (v views) total() (n int) {
	for _, one := range v {
		n += one
	}
	return n
}

type Gallery struct {
	mu    sync.RWMutex
	pages map[string]string
	views views
}

// A method of the map's own type writes it.
func (g *Gallery) Page(name string) string {
	g.mu.RLock()
	defer g.mu.RUnlock()
	g.views.seen(name) // want `data race with other readers: g\.views is written while g\.mu is only read-locked, since line \d+`
	return g.pages[name]
}

// The same by way of a function.
func (g *Gallery) Reset(name string) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	if _, ok := g.pages[name]; !ok {
		g.views.drop(name) // want `data race with other readers: g\.views is written while g\.mu is only read-locked`
		return false
	}
	return true
}

func (g *Gallery) Add(name, text string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.pages[name] = text
	g.views.seen(name)
}

func (g *Gallery) Views() int {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return g.views.total()
}
