package connnodeadline

import "github.com/gorilla/websocket"

// Only the goroutine of this client waits.
func pump(conn *websocket.Conn, messages <-chan []byte) {
	defer conn.Close()
	for msg := range messages {
		if err := conn.WriteMessage(websocket.TextMessage, msg); err != nil { // want `a client that does not read keeps its connection and goroutine: conn.WriteMessage has no deadline`
			return
		}
	}
}
