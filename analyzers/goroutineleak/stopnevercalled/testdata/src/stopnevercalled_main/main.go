package main

import (
	"os"
	"os/signal"

	"example.com/sessions"
)

func main() {
	cache, err := sessions.Open("x")
	if err != nil {
		panic(err)
	}
	defer cache.Close()
	storage := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked`
	serve(storage)
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	<-quit
}

func serve(s *sessions.Storage) { s.Len() }

// A part of the program that stops nothing: it runs until the process ends.
func worker() {
	storage := sessions.New() // want `the goroutine that sessions\.New starts at \S*sessions\.go:\d+ is leaked`
	storage.Len()
	select {}
}
