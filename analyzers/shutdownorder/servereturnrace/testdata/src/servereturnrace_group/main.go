package main

import (
	"context"
	"database/sql"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"
)

func main() {
	cmd := &cobra.Command{Use: "serve"}
	cmd.RunE = run
	if err := cmd.RunE(cmd, nil); err != nil {
		log.Print(err)
		os.Exit(1)
	}
}

func run(*cobra.Command, []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	db, err := sql.Open("pgx", os.Getenv("DSN"))
	if err != nil {
		return err
	}
	defer func() { log.Print(db.Close()) }()
	var g errgroup.Group
	g.Go(func() error { return ticks(ctx, db) })
	g.Go(func() error {
		srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
		go func() {
			<-ctx.Done()
			if err := srv.Shutdown(context.WithoutCancel(ctx)); err != nil {
				log.Print(err)
			}
		}()
		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) { // want `requests in flight are dropped: srv\.ListenAndServe returns when srv\.Shutdown \(line \d+\) begins, and main returns with it`
			log.Print(err)
		}
		return nil
	})
	return g.Wait()
}

func ticks(ctx context.Context, db *sql.DB) error {
	for ctx.Err() == nil {
		if err := db.PingContext(ctx); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}
