package connnodeadline

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

func replies(w http.ResponseWriter, r *http.Request, in <-chan string) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	ctx := conn.CloseRead(r.Context())
	for n := range in {
		if replyAll(ctx, conn, n) != nil || replyWithin(ctx, conn, n) != nil {
			return
		}
	}
}

// The function sets a limit of its own.
func replyAll(ctx context.Context, conn *websocket.Conn, n string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return wsjson.Write(ctx, conn, n)
}

func replyWithin(ctx context.Context, conn *websocket.Conn, n string) error {
	limited, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return replyBy(limited, conn, n)
}

// Its caller sets one.
func replyBy(ctx context.Context, conn *websocket.Conn, n string) error {
	return wsjson.Write(ctx, conn, n)
}

// Other packages may pass a context with a limit.
func Reply(ctx context.Context, conn *websocket.Conn, list []string) error {
	for _, n := range list {
		if err := wsjson.Write(ctx, conn, n); err != nil {
			return err
		}
	}
	return nil
}
