// Rooted gives its commands the context that a signal ends: each starts the server of metrics,
// which a goroutine stops, and one opens a database, for which it migrates it first. It reloads
// with a signal that is a setting.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

var root, admin = &cobra.Command{Use: "root", Run: run}, &cobra.Command{Use: "admin", Run: manage}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	root.AddCommand(admin)
	if err := root.ExecuteContext(ctx); err != nil {
		log.Fatal(err)
	}
}

func manage(cmd *cobra.Command, args []string) {
	metrics(cmd.Context())
	log.Print("done")
}

func run(cmd *cobra.Command, args []string) {
	metrics(cmd.Context())
	migrate()
	serve(cmd.Context())
}

func metrics(ctx context.Context) {
	go func() {
		srv := &http.Server{Addr: ":9090"}
		go func() {
			<-ctx.Done()
			limit, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			_ = srv.Shutdown(limit)
		}()
		_ = srv.ListenAndServe()
	}()
}

func migrate() {
	db, err := sql.Open("postgres", "owner")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	_, _ = db.Exec("create table t (n int)")
}

func serve(ctx context.Context) {
	db, err := sql.Open("postgres", "user")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	var group sync.WaitGroup
	defer group.Wait()
	group.Add(1)
	go func() {
		defer group.Done()
		work(ctx)
	}()
	go reload(ctx)
	srv := &http.Server{Addr: ":80"}
	group.Add(1)
	go func() {
		defer group.Done()
		<-ctx.Done()
		limit, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		_ = srv.Shutdown(limit)
	}()
	_ = srv.ListenAndServe()
}

// work is part of the goroutine that waits for those which it starts.
func work(ctx context.Context) {
	var group sync.WaitGroup
	for range 3 {
		group.Add(1)
		go func() {
			defer group.Done()
			tick := time.NewTicker(time.Second)
			for {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
					log.Print("tick")
				}
			}
		}()
	}
	group.Wait()
}

func reload(ctx context.Context) {
	n, _ := strconv.Atoi(os.Getenv("RELOAD"))
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.Signal(n))
	for {
		select {
		case <-ctx.Done():
			return
		case <-sig:
			log.Print("reload")
		}
	}
}
