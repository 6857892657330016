package main

import (
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

// Nope. A signal that reloads ends nothing; the finding stays.
func reload() {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	<-hup
}

// Nope. Main does not run it.
func another() error { return http.ListenAndServe(":8081", nil) }
