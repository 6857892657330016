package dialnotimeout

import "github.com/gorilla/websocket"

func listenZero(address string) (*websocket.Conn, error) {
	var d websocket.Dialer
	conn, _, err := d.Dial(address, nil) // want `d.Dial blocks for as long`
	return conn, err
}
