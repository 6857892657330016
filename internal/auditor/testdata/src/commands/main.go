// Commands has its functions in a map that init functions fill: the one that
// serves is a life of its own, what the others open and close is none of it.
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

type command struct {
	name string
	run  func() error
}

var all = make(map[string]command)

func register(c command) { all[c.name] = c }

func init() {
	register(command{name: "serve", run: serve})
	register(command{name: "migrate", run: migrate})
}

func serve() error {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	http.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	srv := &http.Server{Addr: ":80"}
	go func() { _ = srv.ListenAndServe() }()
	<-c
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return srv.Shutdown(ctx)
}

func migrate() error {
	db, err := sql.Open("postgres", "")
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping()
}

func main() {
	if c, ok := all[os.Args[0]]; ok { // by the name of a link
		_ = c.run()
		return
	}
	if err := all[os.Args[1]].run(); err != nil {
		os.Exit(1)
	}
}
