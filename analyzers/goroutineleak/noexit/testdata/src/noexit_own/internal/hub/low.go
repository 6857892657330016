// Package hub is one that only the programs of this module can use.
package hub

type Hub struct {
	additions chan string
	clients   map[string]bool
}

// The program makes one, which it needs until it exits.
func New() *Hub {
	h := &Hub{additions: make(chan string), clients: make(map[string]bool)}
	go h.run()
	return h
}

func (h *Hub) run() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		select {
		case name := <-h.additions:
			h.clients[name] = true
		}
	}
}

func (h *Hub) Add(name string) { h.additions <- name }
