package connnodeadline

import (
	"net"
	"net/http"
	"sync"

	"github.com/gorilla/websocket"
)

// The lock is about this connection alone.
type session struct {
	mu   sync.Mutex
	conn *websocket.Conn
}

func (s *session) send(msg []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conn.WriteMessage(websocket.TextMessage, msg) // want `s.conn.WriteMessage has no deadline`
}

// A client that is gone is found by TCP.
func listen(w http.ResponseWriter, r *http.Request) {
	ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	for {
		_, _, err := ws.ReadMessage() // want `a client that is gone, or sends nothing, keeps its connection and goroutine: ws.ReadMessage has no deadline`
		if err != nil {
			return
		}
	}
}

func logged(conn net.Conn) {
	defer conn.Close()
	buf := make([]byte, 512)
	for {
		n, err := conn.Read(buf) // want `conn.Read has no deadline`
		if err != nil {
			return
		}
		println(n)
	}
}

// Lock and connection are the function's own.
func relay(w http.ResponseWriter, r *http.Request, in <-chan string) {
	out, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	var mu sync.Mutex
	for line := range in {
		mu.Lock()
		_ = out.WriteJSON(line) // want `out.WriteJSON has no deadline`
		mu.Unlock()
	}
}
