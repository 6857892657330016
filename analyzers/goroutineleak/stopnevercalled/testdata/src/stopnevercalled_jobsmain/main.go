package main

import (
	"os"
	"os/signal"

	"github.com/robfig/cron/v3"
)

func main() {
	c := cron.New()
	c.Start() // want `nothing calls Stop of the scheduler`
	schedule()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, os.Interrupt)
	<-quit
}

func schedule() {
	c := cron.New()
	c.Start() // want `nothing calls Stop of the scheduler`
}
