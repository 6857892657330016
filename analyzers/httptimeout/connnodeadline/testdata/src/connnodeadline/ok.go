package connnodeadline

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	coder "github.com/coder/websocket"
	"github.com/gorilla/websocket"
)

// The lock is released before the write.
func (h *hub) copied(msg []byte) {
	h.mu.Lock()
	list := make([]*websocket.Conn, 0, len(h.clients))
	for c := range h.clients {
		list = append(list, c)
	}
	h.mu.Unlock()
	for _, c := range list {
		_ = c.WriteMessage(websocket.TextMessage, msg)
	}
}

// The write may be canceled.
func ends(ctx context.Context, mu *sync.Mutex, c *coder.Conn, msg []byte) {
	mu.Lock()
	defer mu.Unlock()
	_ = c.Write(ctx, coder.MessageText, msg)
}

// A buffer is no connection.
func prints(mu *sync.Mutex, b *bytes.Buffer) {
	mu.Lock()
	defer mu.Unlock()
	fmt.Fprintln(b, "line")
}

// A goroutine does not hold the lock.
func beside(mu *sync.Mutex, c *websocket.Conn) {
	mu.Lock()
	defer mu.Unlock()
	go func() { _ = c.WriteMessage(websocket.TextMessage, nil) }()
}
