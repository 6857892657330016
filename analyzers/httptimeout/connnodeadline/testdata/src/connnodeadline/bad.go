package connnodeadline

import (
	"fmt"
	"net"
	"sync"

	"github.com/gorilla/websocket"
)

type hub struct {
	mu      sync.Mutex
	clients map[*websocket.Conn]bool
}

func (h *hub) broadcast(msg []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for conn := range h.clients {
		if err := conn.WriteMessage(websocket.TextMessage, msg); err != nil { // want `a peer that does not read blocks everything that needs the lock: conn.WriteMessage has no deadline, and h.mu.Lock \(line 17\) is held`
			delete(h.clients, conn)
		}
	}
}

var (
	lock    sync.RWMutex
	viewers = make(map[string]*websocket.Conn)
)

func tell(name string, state any) error {
	lock.RLock()
	defer lock.RUnlock()
	return viewers[name].WriteJSON(state) // want `viewers\[name\].WriteJSON has no deadline, and lock.RLock \(line 32\) is held`
}

// The lock is held by the caller.
func (h *hub) join(conn *websocket.Conn) {
	h.mu.Lock()
	h.clients[conn] = true
	greet(conn)
	h.mu.Unlock()
}

func greet(c *websocket.Conn) {
	_ = c.WriteMessage(websocket.TextMessage, []byte("hello")) // want `c.WriteMessage has no deadline, and h.mu.Lock \(line 39\) is held`
}

type room struct {
	sync.Mutex
	peers []net.Conn
}

func (r *room) say(line string) {
	r.Lock()
	for _, peer := range r.peers {
		fmt.Fprintln(peer, line) // want `fmt.Fprintln has no deadline, and r.Lock \(line 55\) is held`
	}
	r.Unlock()
}
