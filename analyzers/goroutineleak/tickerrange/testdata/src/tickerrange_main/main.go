package main

import (
	"log"
	"os"
	"sync/atomic"
	"time"
)

func main() {
	go func() {
		ticker := time.NewTicker(24 * time.Hour)
		defer ticker.Stop()
		for range ticker.C { // want `goroutine started at line \d+ cannot be stopped`
			collect()
		}
	}()
	go loop()
	monitor()
	go status()
	serve()
}

// serve is what the program is for: main runs it.
func serve() {
	for range time.Tick(time.Second) {
		collect()
	}
}

// loop also runs on the main goroutine, through again.
func loop() {
	for range time.Tick(time.Second) {
		collect()
	}
}

func init() {
	if again {
		loop()
	}
}

var again bool

func collect() { os.Remove("old") }

// Counting is no work that the end of the program could cut off.
func init() { go count() }

var n atomic.Int64

func count() {
	for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
		n.Add(1)
	}
}

func monitor() {
	go func() {
		for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(n.Load())
		}
	}()
}

func status() { monitor2() }

func monitor2() {
	go func() {
		for range time.Tick(time.Second) { // want `goroutine started at line \d+ cannot be stopped`
			log.Print(n.Load())
		}
	}()
}
