package main

import (
	"time"

	"example.com/log"
)

// The program's own log has the name of the standard one.
func pull() {
	go func() { // want `a panic in pulled crashes the process`
		time.Sleep(time.Second)
		log.Infof("pulled %d", pulled(1))
	}()
}

func pulled(n int) int { return 10 / n }
