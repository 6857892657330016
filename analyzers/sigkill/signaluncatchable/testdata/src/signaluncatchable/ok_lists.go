package signaluncatchable

import (
	"os"
	"os/signal"
	"syscall"
)

func handle(c chan os.Signal, list ...os.Signal) { signal.Notify(c, list...) }

// Passed on, and none of them cannot be caught; or a list that is not seen.
func passed(c chan os.Signal, more []os.Signal) {
	handle(c, syscall.SIGTERM, os.Interrupt)
	handle(c, more...)
	handle(c)
}

var extended = []os.Signal{os.Interrupt}

// A variable of the package that is assigned twice is not known.
func extend() { extended = append(extended, syscall.SIGTERM) }

func registered(c chan os.Signal) { signal.Notify(c, extended...) }

// A parameter that is no part of the signals.
func send(pid int, list ...os.Signal) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := p.Signal(s); err != nil {
			return err
		}
	}
	return nil
}

func killed(pid int) error { return send(pid, syscall.SIGTERM, syscall.SIGKILL) }
