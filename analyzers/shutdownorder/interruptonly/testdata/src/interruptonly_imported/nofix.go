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
	quit.Wait(context.Background(), s) // want `SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown: quit\.Wait \(\S*quit\.go:\d+\) is passed SIGINT only`
}
