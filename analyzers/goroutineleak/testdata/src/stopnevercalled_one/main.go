// A program that ends the one thing which has to be ended, and no more.
package main

import (
	"os"
	"os/signal"

	"example.com/sessions"
)

func main() {
	pool, consumer := sessions.New(), sessions.New()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	pool.Len()
	<-quit
	consumer.Stop()
}
