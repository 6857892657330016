package limited

import (
	"net/http"
	"sync"

	"github.com/gorilla/websocket"
)

// The connections that are accepted here are others than those with a deadline.
type room struct {
	mu     sync.Mutex
	guests []*websocket.Conn
}

func (r *room) enter(w http.ResponseWriter, req *http.Request) {
	guest, err := upgrader.Upgrade(w, req, nil)
	if err != nil {
		return
	}
	r.mu.Lock()
	r.guests = append(r.guests, guest)
	r.mu.Unlock()
}

func (r *room) say(msg []byte) {
	r.mu.Lock()
	guests := r.guests
	r.mu.Unlock()
	for _, g := range guests {
		_ = g.WriteMessage(websocket.TextMessage, msg) // want `a client that does not read blocks the writes to all others: g.WriteMessage has no deadline`
	}
}
