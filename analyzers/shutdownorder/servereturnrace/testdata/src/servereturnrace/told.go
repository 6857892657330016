package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"
)

// The goroutine knows the error of the shutdown, and ends the process with it.
func serveTold(ctx context.Context, mux http.Handler) {
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped: srv.ListenAndServe returns http.ErrServerClosed when srv.Shutdown \(line 29\) begins, and os.Exit exits`
			if errors.Is(err, http.ErrServerClosed) {
				log.Print("closed")
				os.Exit(0)
			}
			log.Print(err)
			os.Exit(1)
		}
	}()

	<-ctx.Done()
	timeout, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = srv.Shutdown(timeout)
}
