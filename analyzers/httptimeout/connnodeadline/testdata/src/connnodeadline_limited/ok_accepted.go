package limited

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

var upgrader websocket.Upgrader

// The deadline is set where the connection is accepted, for all that is written to it.
func serve(w http.ResponseWriter, r *http.Request, messages <-chan []byte) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	_ = conn.SetWriteDeadline(time.Now().Add(time.Hour))
	send(conn, messages)
}

func send(ws *websocket.Conn, messages <-chan []byte) {
	for m := range messages {
		if err := ws.WriteMessage(websocket.TextMessage, m); err != nil {
			return
		}
	}
}
