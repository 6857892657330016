package doublelock

import "sync"

// Each room knows the house that has it.
type house struct {
	mu    sync.Mutex
	rooms map[string]*room
	doors []*room
}

type room struct {
	mu    sync.Mutex
	house *house
	name  string
	open  bool
}

func (h *house) add(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r := &room{house: h, name: name}
	h.rooms[name] = r
}

func (r *room) leave() {
	r.open = false
	r.house.mu.Lock()
	delete(r.house.rooms, r.name)
	r.house.mu.Unlock()
}

func (h *house) clear() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, r := range h.rooms {
		r.mu.Lock()
		r.leave() // want `deadlock: r\.leave acquires h\.mu, held since line \d+`
		r.mu.Unlock()
	}
}
