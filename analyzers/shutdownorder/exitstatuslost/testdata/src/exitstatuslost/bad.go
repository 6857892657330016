package main

import (
	"errors"
	"log"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		log.Println(err) // want `failure is taken for success: the program exits with status 0 after run \(line \d+\) has failed, since the error is only logged`
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("no arguments")
	}
	return nil
}
