// Package main works on a list, and ends.
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
)

func each(ctx context.Context, paths []string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, path := range paths {
			select {
			case out <- path:
			case <-ctx.Done():
				return
			}
		}
	}()
	return out
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	for path := range each(ctx, os.Args[1:]) {
		if err := os.Remove(path); err != nil {
			log.Print(err)
		}
	}
}
