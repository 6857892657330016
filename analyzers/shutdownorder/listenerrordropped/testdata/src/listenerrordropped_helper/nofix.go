package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

type app struct{ http *http.Server }

func (a *app) run() error { return a.http.ListenAndServe() }

func (a *app) start(tls bool) {
	go func() {
		if tls {
			log.Print(a.http.ListenAndServeTLS("cert.pem", "key.pem")) // want `the error of a.http.ListenAndServeTLS is only logged`
			return
		}
		if err := a.run(); err != nil { // want `the error of a.run is only logged`
			log.Print(err)
		}
	}()
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	a := &app{http: &http.Server{Addr: ":8080"}}
	a.start(len(os.Args) > 1)
	<-ctx.Done()
	_ = a.http.Shutdown(context.WithoutCancel(ctx))
}
