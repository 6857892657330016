package main

import (
	"log"
	"net/http"
	"os"

	"example.com/routefile"
)

type config struct{ routes string }

// The handler writes the file in each request.
func main() {
	cfg := config{routes: os.Args[1]}
	routes, err := routefile.Load(cfg.routes)
	if err != nil {
		log.Print(err)
	}
	log.Print(routes)
	srv := &http.Server{Addr: ":8080", Handler: routefile.Handler(cfg.routes)} // want `a kill during the write leaves cfg.routes empty or truncated, and main reads it after the restart: routefile.Handler overwrites it in place`
	log.Print(srv.ListenAndServe())
}
