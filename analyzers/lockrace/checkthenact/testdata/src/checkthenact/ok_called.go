package checkthenact

import "sync"

type halls struct {
	mu    sync.RWMutex
	rooms map[string]*room
}

// The helper tests again under its lock.
func (h *halls) Enter(id string) *room {
	h.mu.RLock()
	r, ok := h.rooms[id]
	h.mu.RUnlock()
	if ok {
		return r
	}
	return h.open(id)
}

func (h *halls) open(id string) *room {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r, ok := h.rooms[id]; ok {
		return r
	}
	r := &room{id, make(chan struct{})}
	h.rooms[id] = r
	return r
}

type wards struct {
	mu    sync.RWMutex
	rooms map[string]*room
}

// It is stored under another name than the one that was tested.
func (w *wards) Split(id, half string) {
	w.mu.RLock()
	_, ok := w.rooms[id]
	w.mu.RUnlock()
	if ok {
		w.set(half)
	}
}

func (w *wards) set(id string) {
	w.mu.Lock()
	w.rooms[id] = &room{id, make(chan struct{})}
	w.mu.Unlock()
}
