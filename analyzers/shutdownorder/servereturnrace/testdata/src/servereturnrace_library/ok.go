package server

import (
	"context"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// Nope. It waits for the goroutine.
func Wait(h http.Handler) error {
	srv := &http.Server{Addr: ":8080", Handler: h, ReadHeaderTimeout: 5 * time.Second}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	done := make(chan struct{})
	go func() {
		defer close(done)
		<-quit
		_ = srv.Shutdown(context.Background())
	}()
	err := srv.ListenAndServe()
	<-done
	return err
}

// Nope. Somebody else has the signal, and others may be waited for.
type Server struct{ srv http.Server }

func (s *Server) Listen() error { return s.srv.ListenAndServe() }

func (s *Server) Stop() { go func() { _ = s.srv.Shutdown(context.Background()) }() }

// Nope. A goroutine runs it, too: the program does not live by it.
type Stats struct{ handler http.Handler }

func (s *Stats) Start() {
	srv := &http.Server{Addr: ":8080", Handler: s.handler, ReadHeaderTimeout: 5 * time.Second}
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	go func() {
		<-quit
		_ = srv.Shutdown(context.Background())
	}()
	_ = srv.ListenAndServe()
}

func (s *Stats) Reload() { go s.Start() }
