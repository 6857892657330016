// A server whose main is a command, and that keeps house for as long as it runs.
package main

import (
	"context"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"example.com/routes"
)

func main() {
	cmd := &cobra.Command{RunE: func(cmd *cobra.Command, args []string) error { return serve(args) }}
	_ = cmd.Execute()
}

func serve(names []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	for _, name := range names {
		go func() {
			for { // want `goroutine started at line \d+ cannot be stopped`
				routes.Set(name, "/")
				time.Sleep(time.Minute)
			}
		}()
	}
	go trim()
	<-ctx.Done()
	return nil
}

// Files are removed: the end of the program leaves half of them.
func trim() {
	for { // want `goroutine started at line \d+ cannot be stopped`
		routes.Trim()
		time.Sleep(time.Hour)
	}
}
