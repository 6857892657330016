// Package quit stands for a helper that several programs of a platform share.
package quit

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

type Stopper interface{ Stop() error }

// Wait stops the servers when a signal comes.
func Wait(ctx context.Context, servers ...Stopper) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT, syscall.SIGABRT)
	select {
	case <-c:
		for _, s := range servers {
			s.Stop()
		}
	case <-ctx.Done():
	}
}
