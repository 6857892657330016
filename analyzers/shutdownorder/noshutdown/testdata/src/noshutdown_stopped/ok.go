// Package main stops its server in a helper.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type api struct{ srv *http.Server }

func main() {
	a := &api{&http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}}
	go a.serve()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	a.end()
}

func (a *api) serve() {
	if err := a.srv.ListenAndServe(); err != nil {
		log.Print(err)
	}
}

func (a *api) end() {
	time.Sleep(3 * time.Second)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := a.srv.Shutdown(ctx); err != nil {
		log.Print(err)
	}
}
