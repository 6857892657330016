package main

import (
	"os"
	"time"
)

type rotator struct {
	path string
	stop chan struct{}
}

func newRotator(path string) *rotator { return &rotator{path: path, stop: make(chan struct{})} }

// It removes what it then writes anew.
func (r *rotator) Start() {
	go r.rotate() // want `the call of WriteFile at line \d+ may be interrupted when Stop has returned`
}

func (r *rotator) rotate() {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-r.stop:
			return
		case <-ticker.C:
			_ = os.Remove(r.path)
			_ = os.WriteFile(r.path, []byte("new"), 0o644)
		}
	}
}

func (r *rotator) Stop() { close(r.stop) }
