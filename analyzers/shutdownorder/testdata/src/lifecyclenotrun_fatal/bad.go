package main

import (
	"log"

	"example.com/hung"
)

func main() { // want `what hangs on lifecycle at hung/hung.go:25 never ends`
	flusher := hung.NewFlusher("events")
	if err := run(flusher); err != nil {
		log.Fatal(err)
	}
}

func run(*hung.Flusher) error { return nil }
