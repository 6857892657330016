package blockedsend

// A Hub's loop runs in a goroutine of its user.
type Hub struct {
	joins, leaves chan string
	off           chan struct{}
	members       map[string]bool
}

func NewHub() *Hub {
	return &Hub{joins: make(chan string), leaves: make(chan string), off: make(chan struct{}), members: make(map[string]bool)}
}

func (h *Hub) Run() {
	for {
		select {
		case name := <-h.joins:
			h.members[name] = true
		case name := <-h.leaves:
			delete(h.members, name)
		case <-h.off:
			return
		}
	}
}

func (h *Hub) Join(name string) bool {
	select {
	case h.joins <- name:
		return true
	case <-h.off:
		return false
	}
}

// Leave may be called when the hub has stopped, as Join may.
func (h *Hub) Leave(name string) {
	h.leaves <- name // want `send on h.leaves blocks forever after Run, its receiver, leaves the loop at line 21`
}

func (h *Hub) Stop() { close(h.off) }
