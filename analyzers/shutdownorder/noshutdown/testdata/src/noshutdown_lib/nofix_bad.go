// Package noshutdown serves for a program elsewhere.
package noshutdown

import (
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type Service struct{ store map[string]string }

func (s *Service) Put(w http.ResponseWriter, r *http.Request) {
	if err := os.WriteFile("store", []byte(s.store[r.URL.Path]), 0o600); err != nil {
		log.Print(err)
	}
}

func (s *Service) Run(addr string) {
	go func() {
		srv := &http.Server{Addr: addr, Handler: http.HandlerFunc(s.Put), ReadHeaderTimeout: 5 * time.Second}
		if err := srv.ListenAndServe(); err != nil { // want `requests in flight are dropped: Run handles the signal, and nothing shuts down the server that srv\.ListenAndServe runs`
			log.Print(err)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
}
