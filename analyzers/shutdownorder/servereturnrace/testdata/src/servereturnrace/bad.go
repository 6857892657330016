package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	go func() {
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, os.Interrupt)
		<-stop
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := srv.Shutdown(ctx); err != nil {
			log.Print(err)
		}
	}()
	if err := srv.ListenAndServe(); err != nil && err != http.ErrServerClosed { // want `requests in flight are dropped: srv\.ListenAndServe returns when srv\.Shutdown \(line \d+\) begins, and main returns with it`
		log.Fatal(err)
	}
	log.Print("bye")
}
