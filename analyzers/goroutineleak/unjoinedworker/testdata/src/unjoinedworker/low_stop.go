package main

import (
	"os"
	"time"
)

type sweeper struct {
	path string
	stop chan struct{}
}

func newSweeper(path string) *sweeper { return &sweeper{path: path, stop: make(chan struct{})} }

// What is removed is no longer wanted, and the next run removes it as well.
func (s *sweeper) Start() {
	go s.sweep() // want `the call of Remove at line \d+ may be interrupted when Stop has returned`
}

func (s *sweeper) sweep() {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-ticker.C:
			_ = os.Remove(s.path)
		}
	}
}

func (s *sweeper) Stop() { close(s.stop) }
