// Package bodynolimit_messages_client reads what a server sends that the program has chosen.
package bodynolimit_messages_client

import "github.com/gorilla/websocket"

func follow(addr string, handle func([]byte)) error {
	ws, _, err := websocket.DefaultDialer.Dial(addr, nil)
	if err != nil {
		return err
	}
	defer ws.Close()
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			return err
		}
		handle(data)
	}
}
