// Package main has a handler of the signal that exits under the server.
package main

import (
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/gin-gonic/gin"
)

func main() {
	go catch()
	r := gin.New()
	log.Fatal(r.Run(os.Getenv("LISTEN_ADDR"))) // want `requests in flight are dropped: main handles the signal, and nothing shuts down the server that r\.Run runs`
}

func catch() {
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt, syscall.SIGTERM)
	<-quit
	if err := os.WriteFile("state", []byte("stopped"), 0o600); err != nil {
		log.Print(err)
	}
	os.Exit(0)
}
