package main

import (
	"log"
	"net/http"

	"github.com/prometheus/exporter-toolkit/web"
)

// Nope. Who scrapes it asks again.
func main() {
	srv := &http.Server{}
	if err := web.ListenAndServe(srv, nil); err != nil {
		log.Fatal(err)
	}
}
