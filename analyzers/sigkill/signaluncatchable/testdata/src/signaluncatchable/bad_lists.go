package signaluncatchable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// The function passes its signals on.
func on(f func(), list ...os.Signal) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, list...)
	go func() {
		<-c
		f()
	}()
}

func forwarded(f func()) {
	on(f, syscall.SIGHUP, os.Kill) // want `the handler never runs on SIGKILL: signal.Notify does not deliver os.Kill`
	on(f, syscall.SIGKILL)         // want `the handler never runs: signal.Notify does not deliver syscall.SIGKILL`
}

var ends = []os.Signal{os.Interrupt, syscall.SIGKILL} // want `the handler never runs on SIGKILL: signal.NotifyContext does not deliver syscall.SIGKILL`

func spread(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, ends...)
}
