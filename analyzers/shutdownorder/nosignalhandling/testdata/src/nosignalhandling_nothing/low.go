// Package main serves pages that are made elsewhere: nothing is lost but an answer.
package main

import (
	"log"
	"net/http"
)

func main() {
	log.Fatal(http.ListenAndServe(":8080", http.FileServer(http.Dir("site")))) // want `SIGTERM drops requests in flight: http.ListenAndServe serves until the process is killed`
}
