package connnodeadline

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// The context ends when the connection is closed, which a client that does not read does not do.
func notices(w http.ResponseWriter, r *http.Request, in <-chan string) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.Context())
	for n := range in {
		if err := notice(ctx, conn, n); err != nil {
			return
		}
	}
}

func notice(ctx context.Context, conn *websocket.Conn, n string) error {
	return wsjson.Write(ctx, conn, n) // want `a client that does not read keeps its connection and goroutine: wsjson.Write has no deadline`
}
