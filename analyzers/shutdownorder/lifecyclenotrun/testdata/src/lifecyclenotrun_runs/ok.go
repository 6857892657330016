package main

import (
	"context"

	"example.com/hung"
)

// It runs in a function of another package.
func main() {
	flusher := hung.NewFlusher("events")
	hung.Run(func(ctx context.Context) error {
		<-ctx.Done()
		_ = flusher
		return nil
	})
}
