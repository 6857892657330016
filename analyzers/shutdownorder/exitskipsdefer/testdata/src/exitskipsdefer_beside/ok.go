package main

import (
	"context"
	"log"
	"os"
	"time"
)

// What is deferred behind the start may not be pending, and what ends with the process is
// not missed.
func tick(ctx context.Context, poll func() error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	go func() {
		if err := poll(); err != nil {
			log.Fatal(err)
		}
	}()
	<-ctx.Done()
}

// Nothing has been made that would stay behind.
func unmade(name string) {
	f, err := os.Create(name)
	defer func() {
		f.Close()
		os.Remove(f.Name())
	}()
	if err != nil {
		log.Fatal(err)
	}
}
