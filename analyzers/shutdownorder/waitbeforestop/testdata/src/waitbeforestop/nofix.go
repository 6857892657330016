package main

import (
	"log"
	"sync"
	"time"
)

// Something stands between the two.
func between() {
	var all sync.WaitGroup
	quit := make(chan struct{})
	all.Go(func() {
		for {
			select {
			case <-quit:
				return
			case <-time.After(time.Second):
				log.Print("tick")
			}
		}
	})
	all.Wait() // want `all\.Wait\(\) never returns: it waits for the goroutine started at line \d+, and only close\(quit\) \(line \d+\), after it, stops that goroutine`
	log.Print("through")
	close(quit)
}
