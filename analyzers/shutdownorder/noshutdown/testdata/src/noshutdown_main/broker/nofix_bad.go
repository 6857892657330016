// Package broker serves, handles the signal, and is where that is reported.
package broker

import (
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Listen serves until the signal comes.
func Listen(addr string) {
	srv := &http.Server{Addr: addr, Handler: http.HandlerFunc(orders), ReadHeaderTimeout: 5 * time.Second}
	go exitOnSignal()
	fmt.Println(srv.ListenAndServe()) // want `requests in flight are dropped: Listen handles the signal`
}

func orders(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "none") }

func exitOnSignal() {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	os.Exit(0)
}
