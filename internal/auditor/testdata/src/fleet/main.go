// Fleet has two servers of one type, of which it stops one.
package main

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type server struct{ http *http.Server }

func (s *server) run() { _ = s.http.ListenAndServe() }

func (s *server) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	_ = s.http.Shutdown(ctx)
}

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	public, private := &server{http: &http.Server{Addr: ":80"}}, &server{http: &http.Server{Addr: ":81"}}
	go public.run()
	go private.run()
	<-c
	public.stop()
}
