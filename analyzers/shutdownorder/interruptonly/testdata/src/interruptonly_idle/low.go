// Package main works until its context ends, and keeps nothing.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := interrupted()
	defer stop()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			log.Print("tick")
		}
	}
}

func interrupted() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt) // want `kills the program without a shutdown: signal.NotifyContext is passed SIGINT only`
}
