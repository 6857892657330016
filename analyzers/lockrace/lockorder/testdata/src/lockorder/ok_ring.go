package lockorder

import "sync"

var door sync.Mutex

type red struct{ mu sync.RWMutex }
type green struct{ mu sync.RWMutex }
type blue struct{ mu sync.RWMutex }

// A ring behind a door that lets one in at a time.
func redGreen(r *red, g *green) {
	door.Lock()
	r.mu.Lock()
	g.mu.Lock()
	g.mu.Unlock()
	r.mu.Unlock()
	door.Unlock()
}

func greenBlue(g *green, b *blue) {
	door.Lock()
	g.mu.Lock()
	b.mu.Lock()
	b.mu.Unlock()
	g.mu.Unlock()
	door.Unlock()
}

func blueRed(b *blue, r *red) {
	door.Lock()
	b.mu.Lock()
	r.mu.Lock()
	r.mu.Unlock()
	b.mu.Unlock()
	door.Unlock()
}

type iron struct{ mu sync.RWMutex }
type steel struct{ mu sync.RWMutex }
type brass struct{ mu sync.RWMutex }

// Those who meet at steel both read.
func ironSteel(i *iron, s *steel) {
	i.mu.Lock()
	s.mu.RLock()
	s.mu.RUnlock()
	i.mu.Unlock()
}

func steelBrass(s *steel, b *brass) {
	s.mu.RLock()
	b.mu.Lock()
	b.mu.Unlock()
	s.mu.RUnlock()
}

func brassIron(b *brass, i *iron) {
	b.mu.Lock()
	i.mu.Lock()
	i.mu.Unlock()
	b.mu.Unlock()
}
