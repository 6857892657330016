package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// The goroutine signals that it has finished.
func SignalWaited(hits chan string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan bool)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		count(hits, done)
	}()
	<-ctx.Done()
	close(done)
	wg.Wait()
}

// The second send is received when what follows the first one is done.
func SignalAnswered() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done, saved := make(chan bool), make(chan bool)
	go func() {
		<-done
		_ = os.WriteFile("saved", nil, 0o644)
		saved <- true
	}()
	<-ctx.Done()
	done <- true
	<-saved
}

// Nothing is left to do but a log line.
func SignalLogged(hits chan string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan bool)
	go func() {
		for {
			select {
			case hit := <-hits:
				_ = os.WriteFile(hit, nil, 0o644)
			case <-done:
				log.Println("stopped")
				return
			}
		}
	}()
	<-ctx.Done()
	done <- true
}

// The program gives it some time.
func SignalPaused(hits chan string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan bool)
	go count(hits, done)
	<-ctx.Done()
	done <- true
	time.Sleep(time.Second)
}

// What it receives from is not what ends it: it saves whenever it is asked to.
func SignalAsked(flush chan bool) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	kick := make(chan bool)
	go func() {
		for {
			<-kick
			_ = os.WriteFile("kick", nil, 0o644)
		}
	}()
	<-ctx.Done()
	kick <- true
}
