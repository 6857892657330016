package main

import (
	"log"
	"net/http"
	"time"
)

// The server is a part of something larger.
type exporter struct {
	*http.Server
	path string
}

func main() {
	e := &exporter{Server: &http.Server{Addr: ":8080", ReadHeaderTimeout: 5 * time.Second}, path: "/metrics"}
	log.Print("serving ", e.path)
	if err := e.ListenAndServe(); err != nil { // want `e.ListenAndServe serves until the process is killed`
		log.Fatal(err)
	}
}
