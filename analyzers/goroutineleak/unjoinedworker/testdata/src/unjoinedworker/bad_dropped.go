package main

import (
	"context"
	"os"
	"time"

	"github.com/robfig/cron/v3"
)

func schedule(ctx context.Context, c *cron.Cron) {
	c.Start()
	<-ctx.Done()
	c.Stop() // want `jobs that are running are interrupted: c\.Stop only starts no more of them`
}

func scheduleDeferred(ctx context.Context, c *cron.Cron) {
	c.Start()
	defer c.Stop() // want `jobs that are running are interrupted`
	<-ctx.Done()
}

func scheduleWaits(ctx context.Context, c *cron.Cron) {
	c.Start()
	<-ctx.Done()
	select {
	case <-c.Stop().Done():
	case <-time.After(10 * time.Second):
		os.Stderr.WriteString("jobs still run")
	}
}
