package signaluncatchable

import (
	"os"
	"os/signal"
	"syscall"
)

// The channel is one of the package, or a field.
var interrupts = make(chan os.Signal) // want `interrupts is unbuffered`

func watch() { signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM) }

type runner struct{ signals chan os.Signal }

func newRunner() *runner {
	r := &runner{signals: make(chan os.Signal)} // want `r.signals is unbuffered`
	signal.Notify(r.signals, syscall.SIGTERM)
	return r
}

// The signals are in a list.
func inList(c chan os.Signal) {
	wanted := []os.Signal{os.Interrupt, syscall.SIGKILL} // want `signal.Notify does not deliver syscall.SIGKILL`
	signal.Notify(c, wanted...)
}
