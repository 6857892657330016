package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"syscall"
)

// What comes with SIGTERM is a log line.
func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // want `SIGTERM, which Kubernetes, docker stop and systemd send, has no effect until SIGKILL follows: the switch at line \d+ does nothing about it`
	for {
		select {
		case s := <-signals:
			switch s {
			case syscall.SIGHUP:
				reload()
			case os.Interrupt:
				cancel()
			default:
				log.Print("signal ", s)
			}
		case <-ctx.Done():
			return
		}
	}
}

func reload() {}
