// Package main stops its servers behind an interface.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type stopper interface {
	Shutdown(ctx context.Context) error
}

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	all := []stopper{srv}
	go func() {
		if err := srv.ListenAndServe(); err != nil {
			log.Print(err)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	for _, s := range all {
		stop(s)
	}
}

func stop(s stopper) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		log.Print(err)
	}
}
