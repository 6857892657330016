// Rounds opens in each round of a worker what it closes there, waits inside a worker for
// a part of it, serves in one of two ways, and asks by number for a signal that ends
// nothing; what closes its store is behind an interface.
package main

import (
	"bufio"
	"database/sql"
	"io"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

type shelf interface {
	Ping() error
	Close() error
}

type rows struct{ *sql.DB }

func report() {
	const stats = syscall.Signal(0x1f)
	c := make(chan os.Signal, 1)
	signal.Notify(c, stats)
	for range c {
		println("running")
	}
}

func work(in chan io.Reader) {
	for r := range in {
		db, err := sql.Open("x", "round")
		if err != nil {
			continue
		}
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			b := bufio.NewReader(r)
			for {
				if _, err := b.ReadString('\n'); err != nil {
					break
				}
			}
		}()
		wg.Wait()
		_ = db.Close()
	}
}

func open() (shelf, error) {
	db, err := sql.Open("x", "y")
	if err != nil {
		return nil, err
	}
	return rows{db}, nil
}

func main() {
	go report()
	s, err := open()
	if err != nil {
		return
	}
	in := make(chan io.Reader)
	go work(in)
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-quit
		for range 3 {
			time.Sleep(time.Second)
		}
		_ = s.Close()
		os.Exit(0)
	}()
	srv := &http.Server{Addr: ":80"}
	if os.Getenv("TLS") != "" {
		go func() { _ = srv.ListenAndServeTLS("a", "b") }()
	} else {
		go func() { _ = srv.ListenAndServe() }()
	}
	select {}
}
