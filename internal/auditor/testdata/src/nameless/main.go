// Nameless closes its store through an interface that has no name, of a type that embeds the
// interface which the store's type implements.
package main

import (
	"database/sql"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type driver interface {
	Close() error
	Send(string) error
}

type transport struct {
	driver
	name string
}

type store struct {
	db *sql.DB
}

func (s *store) Close() error { return s.db.Close() }

func (s *store) Send(text string) error {
	_, err := s.db.Exec("insert into t values (?)", text)
	return err
}

type app struct {
	transport interface{ Close() error }
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DSN"))
	if err != nil {
		log.Fatal(err)
	}
	a := &app{transport: &transport{&store{db}, "sql"}}
	go http.ListenAndServe(":80", nil)
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	if err := a.transport.Close(); err != nil {
		log.Print(err)
	}
}
