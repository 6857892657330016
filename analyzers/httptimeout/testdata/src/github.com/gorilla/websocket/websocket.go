// Package websocket is a stub.
package websocket

import (
	"context"
	"net"
	"net/http"
	"time"
)

const TextMessage = 1

type Conn struct{ c net.Conn }

type Dialer struct {
	HandshakeTimeout time.Duration
	Subprotocols     []string
}

var DefaultDialer = &Dialer{HandshakeTimeout: 45 * time.Second}

func (d *Dialer) Dial(url string, h http.Header) (*Conn, *http.Response, error) {
	return nil, nil, nil
}

func (d *Dialer) DialContext(ctx context.Context, url string, h http.Header) (*Conn, *http.Response, error) {
	return nil, nil, nil
}

type Upgrader struct{}

func (u *Upgrader) Upgrade(w http.ResponseWriter, r *http.Request, h http.Header) (*Conn, error) {
	c, _, err := w.(http.Hijacker).Hijack()
	return &Conn{c}, err
}

func (c *Conn) WriteMessage(kind int, data []byte) error { return nil }

func (c *Conn) WriteJSON(v any) error { return nil }

func (c *Conn) ReadMessage() (int, []byte, error) { return 0, nil, nil }

func (c *Conn) SetWriteDeadline(t time.Time) error { return c.c.SetWriteDeadline(t) }

func (c *Conn) SetReadDeadline(t time.Time) error { return c.c.SetReadDeadline(t) }

func (c *Conn) Close() error { return c.c.Close() }

func (c *Conn) SetReadLimit(limit int64) {}
