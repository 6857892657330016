package signaluncatchable

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// What platforms send, and what a developer does.
func good(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// Room for one.
func room() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	<-c
}

// An interactive program that asks for Ctrl-C alone: SIGTERM ends it, as it should.
func interactive() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	<-c
}

// A channel from elsewhere.
func given(c chan os.Signal) { signal.Notify(c, syscall.SIGTERM) }

// A channel without room, for something else.
func other() {
	done := make(chan struct{})
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	go func() { <-c; close(done) }()
	<-done
}

// All signals, and a list that is not seen.
func all(c chan os.Signal, list []os.Signal) {
	signal.Notify(c)
	signal.Notify(c, list...)
}

// To be ignored or reset, not handled.
func ignored() { signal.Ignore(syscall.SIGHUP) }
