package outlivedcontext

import (
	"context"
	"database/sql"
	"io"
	"time"
)

type terminal interface {
	Write(ctx context.Context, p []byte) error
}

// A deadline from the start on would end the session.
func session(ctx context.Context, shell io.Reader, t terminal) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		buf := make([]byte, 512)
		for {
			n, err := shell.Read(buf)
			if err != nil {
				return
			}
			if err := t.Write(ctx, buf[:n]); err != nil { // want `ctx is canceled when session returns`
				return
			}
		}
	}()
}

// The loop is meant to last, and the return ends it.
func follow(db *sql.DB) *gateway {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	g := &gateway{db: db}
	go g.loop(ctx) // want `g.loop, in the goroutine started at line \d+, is interrupted: ctx is canceled when follow returns and its deferred cancel runs`
	return g
}

func (g *gateway) loop(ctx context.Context) {
	for {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
	}
}
