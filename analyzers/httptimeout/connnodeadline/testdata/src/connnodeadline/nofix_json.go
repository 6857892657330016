package connnodeadline

import (
	"context"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// The context does not end.
func tellJSON(mu *sync.Mutex, c *websocket.Conn, v any) error {
	mu.Lock()
	defer mu.Unlock()
	return wsjson.Write(context.Background(), c, v) // want `wsjson.Write has no deadline, and mu.Lock \(line 14\) is held`
}

// Silent: the context has a deadline.
func tellJSONSoon(ctx context.Context, mu *sync.Mutex, c *websocket.Conn, v any) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	mu.Lock()
	defer mu.Unlock()
	return wsjson.Write(ctx, c, v)
}
