package main

import (
	"context"
	"log"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

var names = make(chan string)

// It hangs here, and main waits for nothing.
func main() { // want `workers and hooks of lifecycle, used at lifecyclenotrun_waits/bad.go:14, are never stopped or run`
	lifecycle.Go(func(ctx context.Context) {
		for name := range lifecycle.Recv(ctx, names) {
			log.Println(name)
		}
	})
	select {}
}
