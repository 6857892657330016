package main

import (
	"errors"
	"log"
	"os"
)

// An exit would skip the deferred call, but for the first one.
func main() {
	f, err := os.Create("out.txt")
	if err != nil {
		log.Print(err) // want `exits with status 0 after os\.Create \(line \d+\) has failed`
		return
	}
	defer f.Close()
	if err := fill(f); err != nil {
		log.Print(err) // want `exits with status 0 after fill \(line \d+\) has failed`
		return
	}
	if err := fill(f); err != nil {
		log.Print(err) // repaired with the one above
	}
}

func fill(f *os.File) error { return errors.New("no space in " + f.Name()) }
