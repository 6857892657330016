// Package bodynolimit_messages reads what clients of WebSockets send.
package bodynolimit_messages

import (
	"net/http"

	"github.com/gorilla/websocket"
)

type room struct {
	upgrader websocket.Upgrader
	handle   func([]byte)
}

func (rm *room) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := rm.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	rm.read(ws)
}

func (rm *room) read(ws *websocket.Conn) {
	for {
		_, data, err := ws.ReadMessage() // want `one message can exhaust the memory: ws\.ReadMessage reads it as a whole, and nothing calls SetReadLimit`
		if err != nil {
			return
		}
		rm.handle(data)
	}
}
