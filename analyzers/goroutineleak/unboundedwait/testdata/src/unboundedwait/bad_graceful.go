package unboundedwait

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
)

func serveUntilSignal(srv *grpc.Server) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	for s := range signals {
		if s == syscall.SIGTERM {
			srv.GracefulStop() // want `srv\.GracefulStop\(\) in serveUntilSignal has no limit: it waits for the requests in flight, however long these take`
			return
		}
	}
}

type node struct{ rpc *grpc.Server }

func (n *node) Shutdown(ctx context.Context) error {
	n.rpc.GracefulStop() // want `n\.rpc\.GracefulStop\(\) in Shutdown ignores ctx, and may block after it is done`
	return ctx.Err()
}

// Close has a limit.
func (n *node) Close() {
	done := make(chan struct{})
	go func() {
		n.rpc.GracefulStop()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		n.rpc.Stop()
	}
}
