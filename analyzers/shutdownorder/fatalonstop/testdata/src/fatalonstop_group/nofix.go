// Package main fails at each orderly shutdown.
package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sync/errgroup"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	g, ctx := errgroup.WithContext(ctx)
	g.Go(srv.ListenAndServe) // want `each orderly shutdown ends as a failure: srv.ListenAndServe returns an error when srv.Shutdown\(context.Background\(\)\) is called \(line 24\), and log.Fatal exits with it at line 27`
	g.Go(func() error {
		<-ctx.Done()
		return srv.Shutdown(context.Background())
	})
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
}

func literal(ctx context.Context, srv *http.Server) {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		return srv.ListenAndServe() // want `each orderly shutdown ends as a failure: srv.ListenAndServe returns an error when srv.Shutdown\(context.Background\(\)\) is called \(line 38\), and log.Fatal exits with it at line 41`
	})
	g.Go(func() error {
		<-ctx.Done()
		return srv.Shutdown(context.Background())
	})
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
}

// The worker returns the error of its context.
func worker() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error { return tick(ctx) })
	if err := g.Wait(); err != nil {
		log.Print(err)
		os.Exit(1)
	}
}

func tick(ctx context.Context) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err() // want `each orderly shutdown ends as a failure: ctx.Err returns an error when ctx is canceled \(line 47\), and os.Exit exits with it at line 53`
		case <-t.C:
			log.Print("tick")
		}
	}
}

// The error of an orderly shutdown is told apart, at one end or the other.
func apart(ctx context.Context, srv, other *http.Server) {
	g, ctx := errgroup.WithContext(ctx)
	g.Go(func() error {
		if err := srv.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	g.Go(func() error {
		<-ctx.Done()
		return srv.Shutdown(context.Background())
	})
	if err := g.Wait(); err != nil {
		log.Fatal(err)
	}
	var second errgroup.Group
	second.Go(other.ListenAndServe)
	second.Go(func() error {
		<-ctx.Done()
		return other.Shutdown(context.Background())
	})
	if err := second.Wait(); err != nil && !errors.Is(err, http.ErrServerClosed) {
		log.Fatal(err)
	}
}
