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
	defer health.Stop() // want `deferred health.Stop waits without a limit \(heartbeat.go:30\) for a goroutine that may be in Client.Post: the deferred s.Close \(line 16\) runs only after it, or never`
	if time.Now().IsZero() {
		second := heartbeat.New()
		second.Start()
		defer second.Close() // want `deferred second.Close waits without a limit`
	}
	_ = s.Put("k", "v")
}
