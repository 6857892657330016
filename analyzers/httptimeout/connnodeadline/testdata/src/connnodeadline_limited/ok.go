package limited

import (
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

type hub struct {
	mu      sync.Mutex
	clients map[*websocket.Conn]bool
}

// The deadline is set before.
func (h *hub) limited(msg []byte, stop *sync.Mutex) {
	stop.Lock()
	defer stop.Unlock()
	for client := range h.clients {
		_ = client.SetWriteDeadline(time.Now().Add(time.Second))
		_ = client.WriteMessage(websocket.TextMessage, msg)
	}
}
