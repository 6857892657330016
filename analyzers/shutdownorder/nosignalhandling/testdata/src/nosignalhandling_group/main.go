package main

import (
	"log"
	"net/http"

	"golang.org/x/sync/errgroup"
)

func main() {
	var g errgroup.Group
	mux := http.NewServeMux()
	g.Go(func() error { return http.ListenAndServe(":8080", mux) }) // want `http.ListenAndServe serves until the process is killed`
	log.Print(g.Wait())
}
