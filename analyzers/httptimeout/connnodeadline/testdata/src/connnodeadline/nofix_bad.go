package connnodeadline

import (
	"context"
	"sync"

	"github.com/coder/websocket"
)

// The write has a context that does not end.
func all(mu *sync.Mutex, conns []*websocket.Conn, msg []byte) {
	mu.Lock()
	defer mu.Unlock()
	for _, c := range conns {
		_ = c.Write(context.Background(), websocket.MessageText, msg) // want `c.Write has no deadline, and mu.Lock \(line 12\) is held`
	}
}
