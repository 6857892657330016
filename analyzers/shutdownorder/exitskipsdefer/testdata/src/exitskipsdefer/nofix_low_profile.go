package main

import (
	"errors"
	"log"
	"os"
	"runtime/pprof"
)

// A start that fails is not what was to be measured.
func measured(path, id string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if id == "" {
		log.Print("no id")
		os.Exit(1) // want `os\.Exit skips the deferred pprof\.StopCPUProfile`
	}
	if id == "none" {
		log.Fatal("no such id")
	}
	return errors.New(id)
}
