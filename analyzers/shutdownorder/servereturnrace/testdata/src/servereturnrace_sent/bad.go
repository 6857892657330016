package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	errc := make(chan error, 1)
	go func() {
		errc <- srv.ListenAndServe() // want `requests in flight are dropped: srv.ListenAndServe returns when srv.Shutdown \(line 26\) begins, and main returns with it`
	}()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := srv.Shutdown(ctx); err != nil {
			log.Print(err)
		}
	}()
	if err := <-errc; !errors.Is(err, http.ErrServerClosed) {
		log.Print(err)
	}
}
