// Hurry waits for what serves, and not for what stops it: the requests of the HTTP server are cut off,
// those of gRPC are not, since its Serve returns after GracefulStop.
package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"google.golang.org/grpc"
)

func main() {
	var servers sync.WaitGroup
	calls, web := grpc.NewServer(), &http.Server{Addr: ":80"}
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	go func() {
		<-sig
		go calls.GracefulStop()
		go func() { _ = web.Shutdown(context.Background()) }()
	}()
	servers.Go(func() {
		if l, err := net.Listen("tcp", ":81"); err == nil {
			_ = calls.Serve(l)
		}
	})
	servers.Go(func() { _ = web.ListenAndServe() })
	servers.Wait()
}
