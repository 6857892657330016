package main

import (
	"log"
	"net/http"
	"os"

	"github.com/prometheus/exporter-toolkit/web"
)

func main() {
	defer os.Remove("exporter.sock")
	srv := &http.Server{}
	if err := web.ListenAndServe(srv, nil); err != nil { // want `web.ListenAndServe serves until the process is killed`
		log.Print(err)
	}
}
