// Package main serves with the one server or the other.
package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
)

type hidden struct{ http.Handler }

func (h *hidden) ListenAndServe() error { return nil }

func main() {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, "hello") })
	var srv interface{ ListenAndServe() error }
	if os.Getenv("HIDDEN") != "" {
		srv = &hidden{hello}
	} else {
		srv = &http.Server{Addr: ":8080", Handler: hello}
	}
	if err := srv.ListenAndServe(); err != nil { // want `SIGTERM drops requests in flight: srv.ListenAndServe serves until the process is killed`
		log.Fatal(err)
	}
}
