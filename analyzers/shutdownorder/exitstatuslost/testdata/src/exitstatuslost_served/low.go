package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// The error is that of the shutdown as well.
func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	go func() {
		<-interrupted
		srv.Shutdown(context.Background())
	}()
	if err := srv.ListenAndServe(); err != nil {
		log.Println(err) // want `exits with status 0 after srv\.ListenAndServe \(line \d+\) has failed`
	}
}
