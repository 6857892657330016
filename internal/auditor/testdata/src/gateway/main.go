// Gateway serves gRPC through its HTTP server, and stops both; its server for metrics is cut off.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
)

type server struct {
	web *http.Server
	rpc *grpc.Server
}

func (s *server) handle(w http.ResponseWriter, r *http.Request) {
	if r.ProtoMajor == 2 {
		s.rpc.ServeHTTP(w, r)
	}
}

func main() {
	s := &server{rpc: grpc.NewServer()}
	s.web = &http.Server{Addr: ":80", Handler: http.HandlerFunc(s.handle)}
	metrics := &http.Server{Addr: ":9090"}
	go metrics.ListenAndServe()
	go s.web.ListenAndServe()
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, syscall.SIGTERM)
	<-sig
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = s.web.Shutdown(ctx)
	s.rpc.GracefulStop()
	_ = metrics.Close()
}
