package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

var right = []*cobra.Command{{Use: "one", Run: one}, {Use: "two", Run: two}, {Use: "both", Run: both}}

// Nope. The error of an orderly shutdown is not sent.
func one(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	errc := make(chan error, 1)
	go func() {
		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
			errc <- err
		}
	}()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		errc <- srv.Shutdown(ctx)
	}()
	if err := <-errc; err != nil {
		log.Print(err)
	}
}

// Nope. The group counts both.
func two(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Print(err)
		}
	}()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer wg.Done()
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	}()
	wg.Wait()
}

// Nope. Both are received.
func both(*cobra.Command, []string) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	errc := make(chan error, 2)
	go func() { errc <- srv.ListenAndServe() }()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-sig
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		errc <- srv.Shutdown(ctx)
	}()
	for range 2 {
		if err := <-errc; err != nil {
			log.Print(err)
		}
	}
}
