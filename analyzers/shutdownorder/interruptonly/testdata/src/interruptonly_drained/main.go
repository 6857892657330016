package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
)

// What the queue holds is done before the program ends.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt) // want `SIGTERM, which Kubernetes, docker stop and systemd send, kills the program without a shutdown`
	defer stop()
	jobs := make(chan string, 64)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for job := range jobs {
			println(job)
		}
	}()
	for n := 0; ctx.Err() == nil; n++ {
		select {
		case jobs <- fmt.Sprint(n):
		case <-ctx.Done():
		}
	}
	close(jobs)
	wg.Wait()
}
