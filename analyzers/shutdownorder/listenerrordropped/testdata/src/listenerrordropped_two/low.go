package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() {
		if err := http.ListenAndServe(":80", http.RedirectHandler("https://example.org", http.StatusFound)); err != nil { // want `the error of http.ListenAndServe is only logged`
			log.Print(err)
		}
	}()
	failed := make(chan error, 1)
	go func() { failed <- http.ListenAndServe(":8080", nil) }()
	select {
	case err := <-failed:
		log.Fatal(err)
	case <-ctx.Done():
	}
}
