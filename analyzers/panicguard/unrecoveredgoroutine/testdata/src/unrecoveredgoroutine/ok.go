package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
)

// It recovers itself.
func recovered(ctx context.Context, p poller) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				log.Print(r)
			}
		}()
		p.Run(ctx)
	}()
	go safe()
	go func() { safe() }()
	go func() {
		defer catch()
		p.Run(ctx)
	}()
}

func safe() {
	defer catch()
	tick(3)
}

func catch() {
	if r := recover(); r != nil {
		log.Print(r)
	}
}

// Nothing of the program's own runs in it.
func waits(srv *http.Server, wg *sync.WaitGroup) {
	errs := make(chan error, 1)
	go func() { errs <- srv.ListenAndServe() }()
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
}

// It ends the process anyway.
func shutdown(srv *http.Server) {
	go func() {
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt)
		<-stop
		tick(4)
		_ = srv.Close()
	}()
}

// What it runs is not known.
func unknown(f func()) { go f() }
