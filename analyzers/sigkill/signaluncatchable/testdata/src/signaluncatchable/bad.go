package signaluncatchable

import (
	"os"
	"os/signal"
	"syscall"
)

func never() chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGKILL) // want `signal.Notify does not deliver syscall.SIGKILL, because SIGKILL cannot be caught`
	return c
}

func noRoom() {
	c := make(chan os.Signal) // want `c is unbuffered`
	signal.Notify(c, syscall.SIGHUP)
	<-c
}
