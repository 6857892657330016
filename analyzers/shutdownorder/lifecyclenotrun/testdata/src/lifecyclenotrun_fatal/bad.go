package main

import (
	"log"

	"example.com/hung"
)

func main() { // want `workers and hooks of lifecycle, used at hung/hung.go:25, are never stopped or run`
	flusher := hung.NewFlusher("events")
	if err := run(flusher); err != nil {
		log.Fatal(err)
	}
}

func run(*hung.Flusher) error { return nil }
