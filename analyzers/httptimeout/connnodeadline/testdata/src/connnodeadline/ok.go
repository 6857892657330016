package connnodeadline

import (
	"bytes"
	"context"
	"fmt"
	"sync"

	coder "github.com/coder/websocket"
	"github.com/gorilla/websocket"
)

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
