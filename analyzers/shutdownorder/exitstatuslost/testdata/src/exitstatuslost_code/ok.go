package main

import (
	"errors"
	"log"
	"os"
)

var code int

// The status is set where the error is logged, and a deferred call exits with it.
func main() {
	defer func() { os.Exit(code) }()
	if err := work(); err != nil {
		log.Println(err)
		return
	}
}

func work() error { return errors.New("no work") }
