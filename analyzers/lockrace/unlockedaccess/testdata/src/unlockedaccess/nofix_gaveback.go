package unlockedaccess

import "sync"

type settings struct{ region string }

type gateway struct {
	mu  sync.Mutex
	set *settings
	n   int
}

func (g *gateway) replace(region string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.set = &settings{region}
}

func (g *gateway) regions() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.set == nil {
		return 0
	}
	return g.n
}

func announce(region string) { println(region) }

// configure is called with the lock. It releases it for announce.
func (g *gateway) configure() {
	g.n++
	if g.set != nil {
		g.mu.Unlock()
		announce(g.set.region) // want `data race with .*: g\.set is read without g\.mu`
		g.mu.Lock()
	}
}

func (g *gateway) Configure(region string) {
	g.replace(region)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.configure()
}
