// Package listenerrordropped_given makes the listener before the goroutine.
package listenerrordropped_given

import (
	"context"
	"log"
	"net"
	"net/http"
	"os/signal"
	"syscall"
)

type gateway struct{ server *http.Server }

// start serves what a listener accepts.
func (g *gateway) start(ln net.Listener) error { return g.server.Serve(ln) }

// Silent: that it cannot listen is the error of Run.
func Run(g *gateway) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ln, err := net.Listen("tcp", ":8080")
	if err != nil {
		return err
	}
	go func() {
		if err := g.start(ln); err != nil {
			log.Print(err)
		}
	}()
	<-ctx.Done()
	return g.server.Shutdown(context.Background())
}
