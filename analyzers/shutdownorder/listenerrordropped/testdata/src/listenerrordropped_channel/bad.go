package main

import (
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	go func() {
		log.Printf("listening on %s", srv.Addr)
		err := srv.ListenAndServe() // want `the error of srv.ListenAndServe is only logged`
		if errors.Is(err, http.ErrServerClosed) {
			return
		}
		log.Printf("listen: %v", err)
	}()
	<-quit
}
