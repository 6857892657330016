package dialnotimeout

import (
	"context"
	"time"

	"github.com/gorilla/websocket"
)

// Silent: 45 seconds.
func listenDefault(address string) (*websocket.Conn, error) {
	conn, _, err := websocket.DefaultDialer.Dial(address, nil)
	return conn, err
}

// Silent: the limit is set.
func listenLimited(address string) (*websocket.Conn, error) {
	d := websocket.Dialer{}
	d.HandshakeTimeout = time.Second
	conn, _, err := d.Dial(address, nil)
	return conn, err
}

// Silent: a copy of one that has it.
func listenCopy(address string) (*websocket.Conn, error) {
	d := *websocket.DefaultDialer
	d.Subprotocols = nil
	conn, _, err := d.Dial(address, nil)
	return conn, err
}

// Silent: the context may have a deadline.
func listenContext(ctx context.Context, address string) (*websocket.Conn, error) {
	conn, _, err := quick.DialContext(ctx, address, nil)
	return conn, err
}

// Silent: its caller makes it.
func listenGiven(d *websocket.Dialer, address string) (*websocket.Conn, error) {
	conn, _, err := d.Dial(address, nil)
	return conn, err
}
