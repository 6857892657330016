package main

import (
	"context"
	"os"
	"os/signal"
)

var (
	waitedCtx  context.Context
	waitedDone = make(chan struct{})
	helperCtx  context.Context
)

// Nope. It waits for the goroutine.
func RunWaited() {
	var cancel context.CancelFunc
	waitedCtx, cancel = context.WithCancel(context.Background())
	go saveAtEnd()
	sigs := make(chan os.Signal, 1)
	signal.Notify(sigs, os.Interrupt)
	<-sigs
	cancel()
	<-waitedDone
}

func saveAtEnd() {
	defer close(waitedDone)
	<-waitedCtx.Done()
	_ = os.WriteFile("state", nil, 0o600)
}

// Nope. The process does not end with the function.
func prepare(work func()) {
	var cancel context.CancelFunc
	helperCtx, cancel = context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-helperCtx.Done()
		_ = os.Remove("lock")
	}()
	work()
}
