package main

import (
	"context"
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
