// Package defaults changes what all users of other packages share.
package defaults

import (
	"time"

	"github.com/gorilla/websocket"
)

type probe struct {
	url     string
	timeout time.Duration
}

func (p *probe) Do() error {
	dialer := websocket.DefaultDialer
	dialer.HandshakeTimeout = p.timeout // want `all users of websocket.DefaultDialer get the settings of one call, and concurrent calls race: dialer.HandshakeTimeout is written here, and no mutex guards it`
	conn, err := dialer.Dial(p.url)
	if err != nil {
		return err
	}
	return conn.Close()
}
