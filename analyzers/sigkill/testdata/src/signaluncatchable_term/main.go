package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// SIGTERM is handled apart.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	srv := &http.Server{Addr: ":8080"}
	go srv.ListenAndServe()
	select {
	case <-ctx.Done():
	case <-term:
	}
	srv.Shutdown(context.Background())
}
