package main

import (
	"log"
	"os"
	"os/signal"
	"syscall"
)

// Every signal but SIGHUP ends the program.
func main() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	for s := range signals {
		switch s {
		case syscall.SIGHUP:
			log.Print("reload")
		case os.Interrupt:
			log.Print("interrupted")
			return
		default:
			log.Print("ends: ", s)
			return
		}
	}
}
