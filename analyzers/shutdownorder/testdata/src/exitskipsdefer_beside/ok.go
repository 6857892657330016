package main

import (
	"context"
	"log"
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
