// Package main passes over all signals but the one that it asks for.
package main

import (
	"log"
	"net/http"
	"os"
	"os/signal"
)

func main() {
	srv := &http.Server{Addr: os.Getenv("ADDR"), ReadHeaderTimeout: 5e9, ReadTimeout: 5e9, IdleTimeout: 5e9}
	go func() {
		sigs := make(chan os.Signal, 1)
		signal.Notify(sigs, os.Interrupt) // want `SIGTERM, which Kubernetes`
		for s := range sigs {
			if s != os.Interrupt {
				continue
			}
			srv.Close()
		}
	}()
	if err := srv.ListenAndServe(); err != nil {
		log.Print(err)
	}
}
