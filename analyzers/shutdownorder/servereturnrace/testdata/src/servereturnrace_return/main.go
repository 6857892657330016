package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"time"
)

type app struct{ srv *http.Server }

func main() {
	a := &app{&http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}}
	if err := a.run(); err != nil {
		log.Fatal(err)
	}
}

func (a *app) run() error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	go func() {
		<-ctx.Done()
		_ = a.srv.Shutdown(context.Background())
	}()
	return a.srv.ListenAndServe() // want `requests in flight are dropped`
}
