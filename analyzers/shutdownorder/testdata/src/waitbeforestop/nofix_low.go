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
	all.Wait() // want `which only the deferred cancel \(line 13\) ends`
}
