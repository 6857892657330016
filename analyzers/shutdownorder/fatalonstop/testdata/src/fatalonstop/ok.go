package main

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Safe: the error of a canceled context is told apart.
func apart(ctx context.Context, db store, wg *sync.WaitGroup) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	go func() {
		for {
			row, err := db.Next(ctx)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				log.Fatal(err)
			}
			log.Print(row)
		}
	}()
	<-ctx.Done()
	wg.Wait()
}

// Safe: the error of a closed listener is.
func accepts(ln net.Listener, wg *sync.WaitGroup, stop <-chan struct{}) {
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				if errors.Is(err, net.ErrClosed) {
					return
				}
				log.Fatal(err)
			}
			_ = conn.Close()
		}
	}()
	<-stop
	_ = ln.Close()
	wg.Wait()
}

// Safe: no signal ends the context, and nothing cancels it.
func unstopped(db store, wg *sync.WaitGroup) {
	go func() {
		for {
			row, err := db.Next(context.Background())
			if err != nil {
				log.Fatal(err)
			}
			log.Print(row)
		}
	}()
	wg.Wait()
}

// Safe: the goroutine logs the error, and returns.
func returns(ctx context.Context, db store, wg *sync.WaitGroup) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	go func() {
		for {
			row, err := db.Next(ctx)
			if err != nil {
				log.Print(err)
				return
			}
			log.Print(row)
		}
	}()
	<-ctx.Done()
	wg.Wait()
}

// Safe: the function exits by itself, when all have returned.
func last(ctx context.Context, db store, wg *sync.WaitGroup) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	_, err := db.Next(ctx)
	wg.Wait()
	if err != nil {
		log.Fatal(err)
	}
}

// Safe: the context is canceled once the server has ended.
func afterwards(srv *http.Server, db store, stop <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			row, err := db.Next(ctx)
			if err != nil {
				log.Fatal(err)
			}
			log.Print(row)
		}
	}()
	<-stop
	_ = srv.Shutdown(context.Background())
	cancel()
}

// Safe: a signal that comes after the work asks for the exit.
func impatient(work func(context.Context), wg *sync.WaitGroup) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		sig := make(chan os.Signal, 1)
		signal.Notify(sig, syscall.SIGTERM)
		<-sig
		if ctx.Err() != nil {
			os.Exit(0)
		}
		log.Print("still at work")
	}()
	work(ctx)
	cancel()
	wg.Wait()
}
