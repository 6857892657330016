// Package main works in the foreground, and shows its profiles when it is asked to.
package main

import (
	"log"
	"net/http"
	_ "net/http/pprof"
	"os"
)

func main() {
	defer os.Remove("work.lock")
	if addr := os.Getenv("PROFILES"); addr != "" {
		log.Fatal(http.ListenAndServe(addr, nil)) // want `SIGTERM drops requests in flight and skips deferred calls: http.ListenAndServe serves until the process is killed`
	}
}
