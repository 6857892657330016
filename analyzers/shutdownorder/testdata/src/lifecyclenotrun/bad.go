package main

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	"example.com/hung"
)

func main() { // want `what hangs on lifecycle at hung/hung.go:13 never ends, and its hooks never run: nothing in this program calls lifecycle.Main, lifecycle.ListenAndServe or lifecycle.Shutdown, or runs a lifecycle.Server \(shutdownorder/lifecycle-not-run\)`
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop() // the signal may come again
	start()
	<-ctx.Done()
	log.Println("stopped")
}

// start is between main and what hangs.
func start() { hung.Poll() }
