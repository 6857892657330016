package main

import (
	"context"
	"log"
	"time"

	"example.com/hung"
)

// A goroutine with an end of its own hangs on nothing, and neither does what has no part in it.
func sweep(ctx context.Context) {
	for ctx.Err() == nil {
		log.Println(hung.Version())
		time.Sleep(time.Second)
	}
}
