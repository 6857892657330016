package main

import (
	"context"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

func main() {
	ln, err := net.Listen("tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	var conns sync.WaitGroup
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				log.Fatal(err) // want `process exits before conns.Wait returns: ln.Accept \(line 23\) returns an error when ln.Close\(\) is called \(line 36\)`
			}
			conns.Go(func() {
				defer conn.Close()
				_, _ = conn.Write([]byte("hello"))
			})
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	_ = ln.Close()
	conns.Wait()
}

type mailer struct {
	db     store
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
}

type store interface {
	Next(ctx context.Context) (string, error)
}

func newMailer(db store) *mailer {
	m := &mailer{db: db}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	return m
}

func (m *mailer) Start() {
	m.wg.Go(func() {
		for {
			row, err := m.db.Next(m.ctx)
			if err != nil {
				log.Printf("next: %v", err)
				os.Exit(1) // want `process exits before m.wg.Wait returns: m.db.Next \(line 60\) returns an error when m.ctx is canceled`
			}
			log.Print(row)
		}
	})
}

func (m *mailer) Stop() {
	m.cancel()
	m.wg.Wait()
}

// The error comes from a function, whose caller exits.
func poll(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
			log.Print("poll")
		}
	}
}

func serveAndPoll(srv *http.Server) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		if err := poll(ctx); err != nil {
			log.Fatal(err) // want `process exits before srv.Shutdown returns: ctx.Err \(line 80\) returns an error when ctx is canceled`
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	cancel()
	limited, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	_ = srv.Shutdown(limited)
}

// A panic does the same.
func panics(ctx context.Context, db store, wg *sync.WaitGroup) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	go func() {
		for {
			row, err := db.Next(ctx)
			if err != nil {
				panic(err) // want `process exits before wg.Wait returns`
			}
			log.Print(row)
		}
	}()
	<-ctx.Done()
	wg.Wait()
}
