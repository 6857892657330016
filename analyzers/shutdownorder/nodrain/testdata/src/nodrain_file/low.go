package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// Who stops this server touches the file, waits, and sends the signal then.
func main() {
	srv := &http.Server{Addr: ":8080"}
	http.HandleFunc("/ready", ready)
	go srv.ListenAndServe()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}

func ready(w http.ResponseWriter, _ *http.Request) {
	if _, err := os.Stat("/run/going-down"); err == nil {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}
