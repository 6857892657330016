package doublelock

import "sync"

// A guest may live in another hotel than the one that knows it.
type hotel struct {
	mu     sync.Mutex
	guests map[string]*guest
}

type guest struct {
	hotel *hotel
	name  string
}

func (h *hotel) welcome(name string) *guest {
	h.mu.Lock()
	defer h.mu.Unlock()
	g := &guest{hotel: h, name: name}
	h.guests[name] = g
	return g
}

func (g *guest) move(to *hotel) { g.hotel = to }

func (g *guest) leave() {
	g.hotel.mu.Lock()
	delete(g.hotel.guests, g.name)
	g.hotel.mu.Unlock()
}

func (h *hotel) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.guests {
		g.leave()
	}
}
