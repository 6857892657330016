package main

import (
	"log"
	"net/http"
	"os"
	"os/signal"
	"syscall"
)

var stop = make(chan os.Signal, 1)

func init() { signal.Notify(stop, syscall.SIGTERM) }

// Nope. The init function asks for SIGTERM.
func main() {
	go func() { <-stop; os.Exit(0) }()
	log.Fatal(http.ListenAndServe(":8080", nil))
}
