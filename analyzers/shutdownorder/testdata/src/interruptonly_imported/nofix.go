package main

import (
	"context"
	"net/http"

	"example.com/quit"
)

type server struct{ http.Server }

func (s *server) Stop() error { return s.Close() }

func main() {
	s := &server{}
	go s.ListenAndServe()
	quit.Wait(context.Background(), s) // want `^quit.Wait \(quit.go:16\) asks for SIGINT alone: `
}
