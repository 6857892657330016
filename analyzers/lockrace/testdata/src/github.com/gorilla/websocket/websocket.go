// Package websocket stands in for the real one.
package websocket

import (
	"net/http"
	"time"
)

const (
	TextMessage = 1
	PingMessage = 9
)

type Conn struct{}

func (c *Conn) Close() error { return nil }

func (c *Conn) ReadMessage() (kind int, data []byte, err error) { return 0, nil, nil }

func (c *Conn) WriteMessage(kind int, data []byte) error { return nil }

type Upgrader struct{}

func (u *Upgrader) Upgrade(w http.ResponseWriter, r *http.Request, header http.Header) (*Conn, error) {
	return nil, nil
}

type Dialer struct {
	HandshakeTimeout time.Duration
	Subprotocols     []string
}

func (d *Dialer) Dial(url string) (*Conn, error) { return nil, nil }

var DefaultDialer = &Dialer{}
