package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

func within(srv *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
}

// A panic ends the process as well.
func servePanics(stop <-chan os.Signal) {
	edge := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	side := &http.Server{Addr: ":8081", ReadHeaderTimeout: time.Second}
	go func() {
		err := edge.ListenAndServe() // want `requests in flight are dropped: edge.ListenAndServe returns http.ErrServerClosed when .* begins, and panic exits`
		if err != nil {
			panic(err)
		}
	}()
	go func() {
		log.Panicln(side.ListenAndServe()) // want `and log.Panicln exits`
	}()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = edge.Shutdown(ctx)
	_ = side.Shutdown(ctx)
}

// The server is a parameter of both functions.
func listen(srv *http.Server) {
	if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped`
		log.Print(err)
		os.Exit(1)
	}
}

func serveHanded(stop <-chan os.Signal) {
	api := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	go listen(api)
	<-stop
	within(api)
}

// The shutdown is the goroutine, and the function would wait for it.
func serveWaits(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-stop
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	}()
	if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped`
		log.Fatal(err)
	}
	<-done
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func serveMust(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	go func() {
		must(srv.ListenAndServe()) // want `requests in flight are dropped`
	}()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
}

type gateway struct{ srv *http.Server }

func (g *gateway) Run() error {
	if err := g.srv.ListenAndServe(); err != nil { // want `requests in flight are dropped`
		return fmt.Errorf("gateway: %w", err)
	}
	return nil
}

func (g *gateway) Close(ctx context.Context) error { return g.srv.Shutdown(ctx) }

func serveWrapped(ctx context.Context, g *gateway) {
	go func() {
		if err := g.Run(); err != nil {
			log.Fatal(err)
		}
	}()
	<-ctx.Done()
	_ = g.Close(context.WithoutCancel(ctx))
}

// Safe: the goroutine recovers.
func serveRecovers(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(r)
			}
		}()
		if err := srv.ListenAndServe(); err != nil {
			panic(err)
		}
	}()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
}

// Safe: the errors are told apart, on the way to the exit, or by the helper.
func mustServe(err error) {
	if err != nil && !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}

func serveApart(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	other := &http.Server{Addr: ":8081", ReadHeaderTimeout: time.Second}
	go func() { mustServe(srv.ListenAndServe()) }()
	go func() {
		switch err := other.ListenAndServe(); err {
		case nil, http.ErrServerClosed:
		default:
			log.Fatal(err)
		}
	}()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
	_ = other.Shutdown(ctx)
}

// Safe: the function exits only when the shutdown has returned.
func serveThenExit(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-stop
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = srv.Shutdown(ctx)
	}()
	err := srv.ListenAndServe()
	<-done
	if err != nil {
		log.Fatal(err)
	}
}

// Safe: what is received is the end, or the signal.
func serveEither(stop <-chan os.Signal) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	failed := make(chan error, 1)
	go func() { failed <- srv.ListenAndServe() }()
	select {
	case err := <-failed:
		log.Fatal(err)
	case <-stop:
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = srv.Shutdown(ctx)
}
