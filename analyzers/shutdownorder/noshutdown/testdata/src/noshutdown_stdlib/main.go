package main

import (
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", Handler: http.HandlerFunc(orders), ReadHeaderTimeout: 5 * time.Second}
	go srv.ListenAndServe() // want `requests in flight are dropped: main handles the signal, and nothing shuts down the server that srv\.ListenAndServe runs`
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
}

func orders(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") }
