package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"time"
)

// The goroutine exits with other errors only.
func serveOther(ctx context.Context, mux http.Handler) {
	srv := &http.Server{Addr: ":8080", Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		err := srv.ListenAndServe()
		if errors.Is(err, http.ErrServerClosed) {
			log.Print("closed")
			return
		}
		log.Print(err)
		os.Exit(1)
	}()

	<-ctx.Done()
	timeout, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = srv.Shutdown(timeout)
}
