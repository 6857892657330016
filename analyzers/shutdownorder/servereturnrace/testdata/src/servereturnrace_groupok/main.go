package main

import (
	"context"
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
	var g errgroup.Group
	joined(ctx, &g)
	told(ctx, &g)
	if err := g.Wait(); err != nil {
		log.Print(err)
	}
}

// Nope. The group waits for the shutdown, too.
func joined(ctx context.Context, g *errgroup.Group) {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	g.Go(func() error {
		<-ctx.Done()
		return srv.Shutdown(context.WithoutCancel(ctx))
	})
	g.Go(srv.ListenAndServe)
	g.Go(func() error { return srv.ListenAndServe() })
}

// Nope. It tells when it is through.
func told(ctx context.Context, g *errgroup.Group) {
	srv := &http.Server{Addr: ":8081", ReadHeaderTimeout: 5 * time.Second}
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-ctx.Done()
		_ = srv.Shutdown(context.WithoutCancel(ctx))
	}()
	g.Go(func() error {
		err := srv.ListenAndServe()
		<-done
		return err
	})
}
