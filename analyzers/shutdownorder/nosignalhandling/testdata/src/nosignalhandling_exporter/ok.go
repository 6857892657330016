package main

import (
	"log"

	"nosignalhandling_exporter/exporter"
)

// Nope. Who scrapes it asks again.
func main() {
	if err := exporter.Run(); err != nil {
		log.Fatal(err)
	}
}
