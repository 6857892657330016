package main

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func keep(counts map[string]int) {
	data, _ := json.Marshal(counts)
	_ = os.WriteFile("counts.json", data, 0o644)
}

func count(hits chan string, done chan bool) {
	counts := make(map[string]int)
	for {
		select {
		case hit := <-hits:
			counts[hit]++
		case <-done:
			keep(counts)
			return
		}
	}
}

// The counts are written when the goroutine has received from done, and the program ends.
func Count(hits chan string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	done := make(chan bool)
	go count(hits, done) // want `the call of WriteFile at line 14 is interrupted: Count returns after the signal at line \d+, and nothing waits for count`
	<-ctx.Done()
	done <- true
}

// A close is a signal, too.
func Closed(hits chan string) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	quit := make(chan struct{})
	go func() { // want `the call of WriteFile at line \d+ is interrupted: Closed returns after the signal at line \d+, and nothing waits for the goroutine`
		started := time.Now()
		<-quit
		_ = os.WriteFile("uptime", []byte(time.Since(started).String()), 0o644)
	}()
	<-ctx.Done()
	close(quit)
}
