// Prompt waits for the signal and does nothing about it.
package main

import (
	"context"
	"net/http"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() { _ = http.ListenAndServe(":80", nil) }()
	<-ctx.Done()
}
