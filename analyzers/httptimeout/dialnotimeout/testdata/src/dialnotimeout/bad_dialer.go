package dialnotimeout

import (
	"context"

	"github.com/gorilla/websocket"
)

func listen(address string) (*websocket.Conn, error) {
	d := &websocket.Dialer{Subprotocols: []string{"ticker"}}
	conn, _, err := d.Dial(address, nil) // want `d.Dial blocks for as long as the other side accepts and says nothing: HandshakeTimeout of the dialer is zero`
	return conn, err
}

var quick = websocket.Dialer{}

func listenQuick(address string) (*websocket.Conn, error) {
	conn, _, err := quick.DialContext(context.Background(), address, nil) // want `quick.DialContext blocks for as long`
	return conn, err
}
