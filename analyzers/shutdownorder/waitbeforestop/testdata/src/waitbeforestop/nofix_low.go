package main

import (
	"context"
	"log"
	"sync"
	"time"
)

// The deferred cancel is for vet: the program is to run until it is killed.
func untilKilled() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
				log.Print("tick")
			}
		}
	})
	all.Wait() // want `all\.Wait\(\) never returns: it waits for the goroutine started at line \d+, and only the deferred cancel \(line \d+\), after it, stops that goroutine`
}
