package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/crypto/acme/autocert"
)

// Clients come to this server directly.
func main() {
	srv := &http.Server{Addr: ":443"}
	go srv.Serve(autocert.NewListener(os.Args[1:]...))
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	srv.Shutdown(context.Background()) // want `srv.Shutdown follows the signal`
}
