package main

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"os/signal"

	"google.golang.org/grpc"
)

// Nope. Who calls it is not known to end the program.
func Exported(srv *http.Server) error {
	go func() {
		<-context.Background().Done()
		_ = srv.Shutdown(context.Background())
	}()
	return srv.ListenAndServe()
}

// Nope. gRPC's Serve returns when GracefulStop does.
func rpc(s *grpc.Server) error {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	go func() {
		<-stop
		s.GracefulStop()
	}()
	return s.Serve(nil)
}

// Nope. It tells an orderly end apart.
func aside(srv *http.Server, stop <-chan os.Signal) {
	go func() {
		if err := srv.ListenAndServe(); err != nil && !errors.Is(err, http.ErrServerClosed) {
			log.Fatal(err)
		}
	}()
	<-stop
	_ = srv.Shutdown(context.Background())
}

// Nope. It tells it apart in the branch.
func asideToo(srv *http.Server, stop <-chan os.Signal) {
	go func() {
		if err := srv.ListenAndServe(); err != nil {
			if errors.Is(err, http.ErrServerClosed) {
				return
			}
			log.Fatal(err)
		}
	}()
	<-stop
	_ = srv.Shutdown(context.Background())
}

// Nope. Nobody shuts it down.
func forever(srv *http.Server) {
	go func() { log.Fatal(srv.ListenAndServe()) }()
}
