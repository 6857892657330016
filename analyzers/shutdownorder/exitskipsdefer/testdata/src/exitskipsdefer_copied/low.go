package main

import (
	"io"
	"log"
	"os"
)

// What a file is copied to by io.MultiWriter has been written when the program exits.
func main() {
	f, err := os.Create("setup.log")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	log.SetOutput(io.MultiWriter(os.Stdout, f))
	log.Print("start")
	if err := os.Chdir("/srv"); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred f\.Close`
	}
}
