// Package bodynolimit_messages_ok limits what clients of WebSockets send.
package bodynolimit_messages_ok

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
	ws.SetReadLimit(64 << 10)
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			return
		}
		rm.handle(data)
	}
}
