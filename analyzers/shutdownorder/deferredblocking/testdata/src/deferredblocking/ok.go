package main

import (
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
