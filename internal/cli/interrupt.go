package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/lifecyclelint/lifecyclelint/internal/child"
)

// A stopped is the cause of a context that a signal has ended.
type stopped struct{ by syscall.Signal }

func (s stopped) Error() string { return "interrupted by " + s.by.String() }

// untilSignal returns a context that is canceled when the process gets a signal to stop,
// which it prints, and a function to call at the end of the work, which returns that
// signal; 0 for none. The second signal ends the grace period of the child processes; the
// third ends this process immediately.
func untilSignal(parent context.Context, stderr io.Writer) (ctx context.Context, caught func() syscall.Signal) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, stopSignals()...)
	finished := make(chan struct{})
	go func() {
		defer signal.Stop(signals)
		select {
		case s := <-signals:
			by, _ := s.(syscall.Signal)
			fmt.Fprintln(stderr, "lifecyclelint: interrupted")
			cancel(stopped{by})
		case <-finished:
			return
		}
		select {
		case <-signals:
			child.Hurry()
		case <-finished:
		}
	}()
	return ctx, func() syscall.Signal {
		var why stopped
		errors.As(context.Cause(ctx), &why)
		close(finished)
		cancel(nil)
		return why.by
	}
}

// stopSignals are those that ask to stop. Under nohup, the end of the terminal does not.
func stopSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}
