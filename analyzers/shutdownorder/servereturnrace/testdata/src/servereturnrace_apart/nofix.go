// Package main ends with what the server of another package returns.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"servereturnrace_apart/api"
)

func main() {
	srv := api.New(&http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second})
	go func() {
		if err := srv.Run(); err != nil { // want `requests in flight are dropped: srv.Run returns http.ErrServerClosed when srv.Stop \(line \d+\) begins, and log.Fatal exits`
			log.Fatal(err)
		}
	}()
	quiet := api.New(&http.Server{Addr: ":8081", ReadHeaderTimeout: time.Second})
	go func() {
		if err := quiet.RunUntil(); err != nil {
			log.Fatal(err)
		}
	}()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	<-ctx.Done()
	_ = srv.Stop(context.WithoutCancel(ctx))
	_ = quiet.Stop(context.WithoutCancel(ctx))
}
