package connnodeadline

import (
	"context"

	"github.com/coder/websocket"
)

// One client that does not read blocks the others until the server stops.
func tellEach(parent <-chan struct{}, clients []*websocket.Conn, messages <-chan []byte) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-parent
		cancel()
	}()
	for msg := range messages {
		for _, c := range clients {
			_ = c.Write(ctx, websocket.MessageText, msg) // want `a client that does not read blocks the writes to all others: c.Write has no deadline`
		}
	}
}
