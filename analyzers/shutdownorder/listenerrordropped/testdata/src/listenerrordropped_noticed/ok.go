package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	canceled(stop)
	sent(make(chan error, 1))
	counted()
	retried(ctx)
	fatal()
	set()
	branch(make(chan error, 1), true)
	captured()
	if err := returned(); err != nil {
		log.Print(err)
	}
	<-ctx.Done()
}

// The cancel function ends the wait.
func canceled(stop context.CancelFunc) {
	go func() {
		if err := http.ListenAndServe(":8080", nil); err != nil {
			log.Print(err)
			stop()
		}
	}()
}

// A receiver gets it.
func sent(failed chan<- error) {
	go func() {
		if err := http.ListenAndServe(":8080", nil); err != nil {
			log.Print(err)
			failed <- err
		}
	}()
}

// The group is waited for.
func counted() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		log.Print(http.ListenAndServe(":8080", nil))
	}()
	wg.Wait()
}

// It listens again.
func retried(ctx context.Context) {
	go func() {
		for ctx.Err() == nil {
			log.Print(http.ListenAndServe(":8080", nil))
			time.Sleep(time.Second)
		}
	}()
}

func fatal() {
	go func() {
		if err := http.ListenAndServe(":8080", nil); err != nil {
			log.Fatal(err)
		}
	}()
}

var lastError error

// Others can read the error.
func set() {
	go func() {
		lastError = http.ListenAndServe(":8080", nil)
		log.Print(lastError)
	}()
}

// No goroutine: the caller gets to the end with it.
func returned() error {
	err := http.ListenAndServe(":8080", nil)
	log.Print(err)
	return err
}

// A receiver gets what either call returns.
func branch(failed chan<- error, tls bool) {
	go func() {
		var err error
		if tls {
			err = http.ListenAndServeTLS(":8443", "cert.pem", "key.pem", nil)
		} else {
			err = http.ListenAndServe(":8080", nil)
		}
		log.Print(err)
		failed <- err
	}()
}

// The function that starts the goroutine reads it.
func captured() {
	var err error
	go func() {
		err = http.ListenAndServe(":8080", nil)
		log.Print(err)
	}()
	time.Sleep(time.Second)
	log.Print(err)
}
