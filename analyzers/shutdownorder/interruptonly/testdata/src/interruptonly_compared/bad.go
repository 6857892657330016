// Package main compares the signals that it receives with the one that it asks for.
package main

import (
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	srv := &http.Server{Addr: os.Getenv("ADDR"), ReadHeaderTimeout: 5e9, ReadTimeout: 5e9, IdleTimeout: 5e9}
	go func() {
		sigs := make(chan os.Signal, 1)
		signal.Notify(sigs, os.Interrupt, syscall.SIGHUP) // want `SIGTERM, which Kubernetes`
		for {
			s := <-sigs
			if s == os.Interrupt {
				srv.Close()
				os.Exit(0)
			}
			if s == syscall.SIGHUP {
				reload()
			}
		}
	}()
	if err := srv.ListenAndServe(); err != nil {
		log.Print(err)
	}
}

func reload() {}
