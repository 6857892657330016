package main

import (
	"context"
	"log"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

var names = make(chan string)

// It hangs here, and main waits for nothing.
func main() { // want `what hangs on lifecycle at lifecyclenotrun_waits/bad.go:14 never ends`
	lifecycle.Go(func(ctx context.Context) {
		for name := range lifecycle.Recv(ctx, names) {
			log.Println(name)
		}
	})
	select {}
}
