package main

import (
	"log"
	"net/http"
	"time"

	"github.com/oklog/run"
)

func main() {
	srv := &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}
	var g run.Group
	g.Add(func() error { return srv.ListenAndServe() }, func(error) { _ = srv.Close() }) // want `srv.ListenAndServe serves until the process is killed`
	log.Print(g.Run())
}
