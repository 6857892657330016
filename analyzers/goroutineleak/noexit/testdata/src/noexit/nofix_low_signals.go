package noexit

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
)

// Rotate reopens the log file for each SIGHUP.
func Rotate(ctx context.Context, reopen func() error) {
	hups := make(chan os.Signal, 1)
	signal.Notify(hups, syscall.SIGHUP)
	go func() { // want `each call of Rotate leaks a goroutine and a registration of signals: nothing stops or closes the channel, and the context is not watched`
		for range hups {
			if err := reopen(); err != nil {
				log.Print(err)
			}
		}
	}()
}
