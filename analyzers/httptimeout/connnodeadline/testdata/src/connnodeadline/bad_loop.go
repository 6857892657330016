package connnodeadline

import "github.com/gorilla/websocket"

// The lock is released before the write, which blocks those to the other clients.
func (h *hub) copied(msg []byte) {
	h.mu.Lock()
	list := make([]*websocket.Conn, 0, len(h.clients))
	for c := range h.clients {
		list = append(list, c)
	}
	h.mu.Unlock()
	for _, c := range list {
		_ = c.WriteMessage(websocket.TextMessage, msg) // want `a client that does not read blocks the writes to all others: c.WriteMessage has no deadline`
	}
}
