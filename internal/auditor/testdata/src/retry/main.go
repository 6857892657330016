// Retry dials one store again and again, and another one once; it keeps a client
// in a field, which a method closes.
package main

import (
	"database/sql"
	"net/http"
	"os"
	"os/signal"
	"time"
)

type store struct{ db *sql.DB }

func open(dsn string) (*store, error) {
	db, err := sql.Open("x", dsn)
	if err != nil {
		return nil, err
	}
	return &store{db: db}, nil
}

func (s *store) Close() error { return s.db.Close() }

func again(attempts int, pause time.Duration, f func() error) (err error) {
	for range attempts {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}

// once needs a store for as long as it runs.
func once() error {
	db, err := sql.Open("x", "c")
	if err != nil {
		return err
	}
	defer db.Close()
	return db.Ping()
}

func main() {
	if err := once(); err != nil {
		return
	}
	var s *store
	_ = again(4, 2*time.Second, func() (err error) {
		s, err = open("a")
		return err
	})
	other, err := sql.Open("x", "b")
	if err != nil {
		return
	}
	_ = other
	srv := &http.Server{}
	go srv.ListenAndServe()
	c := make(chan os.Signal, 1)
	signal.Notify(c)
	<-c
	_ = srv.Close()
	_ = s.Close()
}
