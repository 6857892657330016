// Package main works until a context ends, which SIGINT alone does.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"time"
)

var ends = []os.Signal{os.Interrupt} // want `SIGTERM, .*, kills the program without a shutdown: signal.NotifyContext is passed SIGINT only`

func sweep(ctx context.Context, dir string) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
			if err := os.RemoveAll(dir); err != nil {
				return err
			}
		}
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	if err := sweep(ctx, os.Args[1]); err != nil {
		log.Print(err)
	}
}
