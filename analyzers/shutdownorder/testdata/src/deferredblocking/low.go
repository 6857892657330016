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
	defer health.Stop() // want `deferred health\.Stop waits without a limit \(heartbeat\.go:30\) for a goroutine that may be in Client\.Post`
}
