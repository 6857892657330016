package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// One channel, registered twice.
func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Notify(c, syscall.SIGTERM)
	srv := &http.Server{Addr: ":8080"}
	go srv.ListenAndServe()
	<-c
	srv.Shutdown(context.Background())
}
