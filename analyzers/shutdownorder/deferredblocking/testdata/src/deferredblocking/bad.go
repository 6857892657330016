package main

import (
	"log"
	"time"

	"example.com/heartbeat"
	"example.com/store"
)

func main() {
	s, err := store.Open("objects")
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	health := heartbeat.New()
	health.Start()
	defer health.Stop() // want `deferred s\.Close \(line \d+\) may never run: the deferred health\.Stop before it waits without a limit \(\S*heartbeat\.go:\d+\) for a goroutine that may be in Client\.Post`
	if time.Now().IsZero() {
		second := heartbeat.New()
		second.Start()
		defer second.Close() // want `deferred health\.Stop \(line \d+\) may never run`
	}
	_ = s.Put("k", "v")
}
