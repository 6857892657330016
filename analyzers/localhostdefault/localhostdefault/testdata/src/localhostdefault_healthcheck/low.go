// Package main is what the container runs to see whether the server in it answers.
package main

import (
	"net/http"
	"os"
	"os/signal"
)

func main() {
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt)
	url := os.Getenv("SERVER_URL")
	if url == "" {
		url = "http://localhost:8080" // want `SERVER_URL defaults to http://localhost:8080`
	}
	resp, err := http.Get(url + "/v1/status")
	if err != nil || resp.StatusCode != http.StatusOK {
		os.Exit(1)
	}
}
