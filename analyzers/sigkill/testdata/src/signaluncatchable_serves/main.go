package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // want `signal.NotifyContext is told of os.Interrupt alone: container platforms send SIGTERM, which ends this server at once and with work in flight`
	defer stop()
	srv := &http.Server{Addr: ":8080"}
	go srv.ListenAndServe()
	<-ctx.Done()
	srv.Shutdown(context.Background())
}
