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
	users, partners := &http.Server{Addr: ":8080"}, &http.Server{Addr: ":8081"}
	start(users)
	follow(partners)
	<-ctx.Done()
}

func start(srv *http.Server) {
	go func() {
		if err := srv.ListenAndServe(); err != nil { // want `the error of srv.ListenAndServe is only logged`
			log.Print(err)
		}
	}()
}

func follow(srv *http.Server) {
	go func() {
		log.Print(srv.ListenAndServe()) // want `the error of srv.ListenAndServe is only logged`
	}()
}
