package main

import (
	"context"
	"os"

	"example.com/heartbeat"
)

// What comes after it ends with the process anyway.
func nothingLost(f *os.File) {
	_, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer f.Close()
	health := heartbeat.New()
	health.Start()
	defer health.Stop() // want `deferred f\.Close \(line \d+\) may never run`
}
