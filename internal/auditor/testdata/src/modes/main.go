// Modes serves in one of two ways, each a life of its own in one command; the other commands
// are run by hand, and end with SIGINT or by themselves.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

var commands = map[string]func([]string){"server": server, "watch": watch}

func main() {
	if run, ok := commands[os.Args[1]]; ok {
		run(os.Args[2:])
	}
}

func server(args []string) {
	if len(args) > 0 {
		develop()
		return
	}
	production()
}

func develop() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	serve(ctx)
}

// production waits for another service at the start, which is no part of the shutdown.
func production() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	up := make(chan struct{})
	go func() {
		_, _ = http.Get("http://other")
		close(up)
	}()
	<-up
	go func() {
		for range time.Tick(time.Minute) {
			println("still here")
		}
	}()
	db, err := sql.Open("postgres", "user")
	if err != nil {
		panic(err)
	}
	defer db.Close()
	serve(ctx)
}

// Patience is how long requests may take to finish, a second if it is zero.
var Patience time.Duration

func serve(ctx context.Context) {
	srv := &http.Server{Addr: ":80"}
	go srv.ListenAndServe()
	<-ctx.Done()
	patience := Patience
	if patience == 0 {
		patience = time.Second
	}
	limit := context.Background()
	if patience > 0 {
		var cancel context.CancelFunc
		limit, cancel = context.WithTimeout(limit, patience)
		defer cancel()
	}
	_ = srv.Shutdown(limit)
}

func watch([]string) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, os.Kill)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			println("watching")
			time.Sleep(time.Second)
		}
	}()
	<-ctx.Done()
	<-done
}
