package main

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	"example.com/hung"
)

func main() { // want `workers and hooks of lifecycle, used at hung/hung.go:13, are never stopped or run: this program does not call lifecycle.Main, lifecycle.ListenAndServe or lifecycle.Shutdown, or run a lifecycle.Server \(shutdownorder/lifecycle-not-run\)`
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop() // the signal may come again
	start()
	<-ctx.Done()
	log.Println("stopped")
}

// start is between main and what hangs.
func start() { hung.Poll() }
