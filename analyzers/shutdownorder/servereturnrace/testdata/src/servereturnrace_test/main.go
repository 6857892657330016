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
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	context.AfterFunc(ctx, func() {
		_ = srv.Shutdown(context.Background())
	})
	if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped`
		log.Print(err)
	}
}
