package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"time"
)

// The error of an orderly shutdown ends the process.
func serveAside(stop <-chan os.Signal) {
	api := &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}
	admin := &http.Server{Addr: ":8081", ReadHeaderTimeout: time.Second}
	go func() {
		if err := api.ListenAndServe(); err != nil { // want `requests in flight are dropped`
			log.Fatal(err)
		}
	}()
	go func() {
		log.Fatal(admin.ListenAndServe()) // want `requests in flight are dropped`
	}()
	<-stop
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = api.Shutdown(ctx)
	_ = admin.Shutdown(ctx)
}

type front struct{ srv *http.Server }

func (f *front) Start() {
	go func() {
		err := f.srv.ListenAndServe() // want `requests in flight are dropped`
		if err != nil {
			log.Print("front")
			os.Exit(1)
		}
	}()
}

func (f *front) Stop(ctx context.Context) error { return f.srv.Shutdown(ctx) }
