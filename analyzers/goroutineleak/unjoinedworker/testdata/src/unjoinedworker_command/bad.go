// Package command is what a program does for one of its commands.
package command

import (
	"context"
	"log"
	"os"
	"os/signal"
	"time"

	"github.com/spf13/cobra"
)

// Watch is the command.
var Watch = &cobra.Command{
	Use: "watch",
	Run: func(cmd *cobra.Command, args []string) { watch() },
}

func watch() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	file, err := os.Create("watch.log")
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	go func() { // want `file may be used after watch closes it at line \d+: nothing waits for the goroutine before watch returns`
		for {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
				file.WriteString("here\n")
			}
		}
	}()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	<-signals
}
