// Embedded closes its stores by a method of what they embed, and by what a store keeps its
// connections in; one that is for the set-up alone is closed by the start-up.
package main

import (
	"context"
	"database/sql"
	"net/http"
	"os/signal"
	"syscall"

	"gorm.io/gorm"
)

type runner struct{ *sql.DB }

type keeper struct {
	name string
	db   *sql.DB
}

type seeder struct{ *sql.DB }

var books *gorm.DB

func open(name string) (*runner, error) {
	db, err := sql.Open("mysql", name)
	if err != nil {
		return nil, err
	}
	return &runner{DB: db}, nil
}

func keep() (*keeper, error) {
	db, err := sql.Open("mysql", "kept")
	if err != nil {
		return nil, err
	}
	return &keeper{"kept", db}, nil
}

func seed() error {
	db, err := sql.Open("mysql", "seed")
	if err != nil {
		return err
	}
	s := seeder{db}
	defer s.Close()
	return s.Ping()
}

func closeBooks() error {
	db, err := books.DB()
	if err != nil {
		return err
	}
	return db.Close()
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := seed(); err != nil {
		return
	}
	r, err := open("orders")
	if err != nil {
		return
	}
	defer r.Close()
	k, err := keep()
	if err != nil {
		return
	}
	defer k.db.Close()
	if books, err = gorm.Open(nil); err != nil {
		return
	}
	defer closeBooks()
	go func() { _ = http.ListenAndServe(":80", nil) }()
	<-ctx.Done()
}
