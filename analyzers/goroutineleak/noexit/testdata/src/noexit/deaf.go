package noexit

import (
	"context"
	"time"
)

// Whoever starts it expects that it ends with ctx.
type poller struct{ jobs chan string }

func (p *poller) Run(ctx context.Context) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for { // want `canceling ctx does not end Run: its loop has no return, no break and no case that leaves it`
		select {
		case <-t.C:
			pollWith(ctx)
		case job := <-p.jobs:
			println(job)
		}
	}
}

func pollWith(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	<-ctx.Done()
}
