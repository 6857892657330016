package main

import "time"

func main() {
	go func() {
		ticker := time.NewTicker(24 * time.Hour)
		defer ticker.Stop()
		for range ticker.C { // want `goroutine started at line 6 ranges over ticker.C`
			collect()
		}
	}()
	go loop()
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

func collect() {}
