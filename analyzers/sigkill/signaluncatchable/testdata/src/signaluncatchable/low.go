package signaluncatchable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// What asks the program to stop is caught: the other signal has no effect.
func listed(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGTERM, os.Kill) // want `signal.NotifyContext does not deliver os.Kill`
}

func first(c chan os.Signal) {
	signal.Notify(c, syscall.SIGSTOP, syscall.SIGTERM) // want `signal.Notify does not deliver syscall.SIGSTOP, because SIGSTOP cannot be caught`
}
