package main

import (
	"context"
	"os"
	"time"

	"example.com/heartbeat"
	"example.com/store"
)

// Nope. It is the last to run.
func last(s *store.Store) {
	health := heartbeat.New()
	health.Start()
	defer health.Stop()
	defer s.Close()
}

// Nope. The wait has a limit.
func limited(s *store.Store) {
	defer s.Close()
	health := heartbeat.New()
	health.Start()
	defer health.StopWithin(time.Second)
}

// Nope. What comes after it ends with the process anyway.
func nothingLost(f *os.File) {
	_, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer f.Close()
	health := heartbeat.New()
	health.Start()
	defer health.Stop()
}

// Nope. The other is deferred on another path.
func otherPath(s *store.Store, keep bool) {
	if keep {
		defer s.Close()
		return
	}
	health := heartbeat.New()
	health.Start()
	defer health.Stop()
}
