// Twins has commands: two names for one that serves, one that serves until it is killed, and
// one that works and ends.
package main

import (
	"context"
	"database/sql"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

func main() {
	app := &cli.App{Commands: []*cli.Command{
		{Name: "serve", Action: serving()},
		{Name: "server", Action: serving()},
		{Name: "open", Action: show},
		{Name: "check", Action: check},
	}}
	_ = app.Run(os.Args)
}

func serving() func(*cli.Context) error {
	return func(*cli.Context) error {
		srv := &http.Server{Addr: ":80"}
		go func() { _ = srv.ListenAndServe() }()
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, syscall.SIGTERM)
		<-stop
		return srv.Shutdown(context.Background())
	}
}

func show(*cli.Context) error {
	db, err := sql.Open("mysql", "")
	if err != nil {
		return err
	}
	defer db.Close()
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return err
	}
	return http.Serve(l, nil)
}

func check(*cli.Context) error {
	db, err := sql.Open("mysql", "")
	if err != nil {
		return err
	}
	seen, done := make(chan string), make(chan struct{})
	go func() {
		for {
			select {
			case s := <-seen:
				println(s)
			case <-done:
				return
			}
		}
	}()
	seen <- "all"
	close(done)
	return db.Ping()
}
