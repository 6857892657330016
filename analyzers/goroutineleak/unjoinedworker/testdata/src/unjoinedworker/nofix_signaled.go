package main

import (
	"context"
	"os/signal"
	"syscall"
)

// A literal sends the signal.
func CountAll(hits chan string, stopServer func()) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan bool)
	exit := func() {
		stopServer()
		done <- true
	}
	go count(hits, done) // want `the call of WriteFile at unjoinedworker/bad_signaled\.go:14 is interrupted: CountAll returns after the signal at line 16, and nothing waits for count`
	<-ctx.Done()
	exit()
}
