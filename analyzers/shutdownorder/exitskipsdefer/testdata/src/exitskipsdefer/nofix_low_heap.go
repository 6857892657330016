package main

import (
	"log"
	"os"
	"runtime/pprof"
)

// The profile is written to the file itself, which nothing has to flush.
func heap(path string) {
	f, err := os.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	if err := pprof.WriteHeapProfile(f); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred f\.Close \(line \d+\)`
	}
}
