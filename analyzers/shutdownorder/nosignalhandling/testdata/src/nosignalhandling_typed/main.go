package main

import (
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// The type has a method that waits for the signal, which nothing calls.
type daemon struct{ srv *http.Server }

func (d *daemon) wait() {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
}

func (d *daemon) serve() error { return d.srv.ListenAndServe() } // want `SIGTERM drops requests in flight`

func main() {
	d := &daemon{srv: &http.Server{Addr: ":8080", ReadHeaderTimeout: time.Second}}
	if err := d.serve(); err != nil {
		log.Fatal(err)
	}
}
