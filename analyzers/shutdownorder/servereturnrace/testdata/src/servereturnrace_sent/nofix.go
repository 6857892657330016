package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

var commands = []*cobra.Command{{Use: "group", Run: group}, {Use: "closed", Run: closed}, {Use: "either", Run: either}}

// The group counts who serves, and not who shuts down.
func group(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if err := srv.ListenAndServe(); err != http.ErrServerClosed { // want `requests in flight are dropped`
			log.Print(err)
		}
	}()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	}()
	wg.Wait()
}

// The channel is closed when the server has returned.
func closed(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := srv.ListenAndServe(); err != http.ErrServerClosed { // want `requests in flight are dropped`
			log.Print(err)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	})
	<-done
}

// The signal ends the select as well, and the process with it.
func either(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	errc := make(chan error, 1)
	go func() {
		if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped`
			errc <- err
		}
	}()
	go func() {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(grace)
	}()
	select {
	case err := <-errc:
		log.Print(err)
	case <-ctx.Done():
	}
}
