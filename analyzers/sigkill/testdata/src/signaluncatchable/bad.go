package signaluncatchable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func never() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGKILL) // want `signal.Notify never delivers syscall.SIGKILL, which is SIGKILL and cannot be caught: what is to happen then does not`
	return c
}

func listed(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGTERM, os.Kill) // want `signal.NotifyContext never delivers os.Kill`
}

func first(c chan os.Signal) {
	signal.Notify(c, syscall.SIGSTOP, syscall.SIGTERM) // want `signal.Notify never delivers syscall.SIGSTOP, which is SIGSTOP`
}

func noRoom() {
	c := make(chan os.Signal) // want `c has no room: a signal that comes while nobody receives is dropped, and signal.Notify does not wait`
	signal.Notify(c, syscall.SIGHUP)
	<-c
}
