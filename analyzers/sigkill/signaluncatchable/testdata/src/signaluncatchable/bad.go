package signaluncatchable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func never() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGKILL) // want `signal.Notify does not deliver syscall.SIGKILL, because SIGKILL cannot be caught`
	return c
}

func listed(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGTERM, os.Kill) // want `signal.NotifyContext does not deliver os.Kill`
}

func first(c chan os.Signal) {
	signal.Notify(c, syscall.SIGSTOP, syscall.SIGTERM) // want `signal.Notify does not deliver syscall.SIGSTOP, because SIGSTOP cannot be caught`
}

func noRoom() {
	c := make(chan os.Signal) // want `c is unbuffered`
	signal.Notify(c, syscall.SIGHUP)
	<-c
}
