package noexit

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// The goroutine ends with the context.
func RotateUntil(ctx context.Context, reopen func()) {
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hups:
				reopen()
			}
		}
	}()
}

// It is there for the life of the process: nothing is meant to end it.
func RotateAlways(reopen func()) {
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP)
	go func() {
		for range hups {
			reopen()
		}
	}()
}

// The first signal ends it.
func Once(ctx context.Context, cancel context.CancelFunc) {
	ints := make(chan os.Signal, 1)
	signal.Notify(ints, os.Interrupt)
	go func() {
		<-ints
		cancel()
	}()
}
