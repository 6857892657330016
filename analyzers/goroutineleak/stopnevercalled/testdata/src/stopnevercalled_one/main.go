// A program that ends one of two things.
package main

import (
	"os"
	"os/signal"

	"example.com/sessions"
)

func main() {
	pool, consumer := sessions.New(), sessions.New() // want `the goroutine started at \S*sessions\.go:\d+ is leaked`
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	pool.Len()
	<-quit
	consumer.Stop()
}
