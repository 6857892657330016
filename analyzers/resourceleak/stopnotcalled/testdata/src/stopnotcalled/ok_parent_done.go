package stopnotcalled

import (
	"context"
	"time"
)

type rewind struct {
	start    chan bool
	settings chan time.Duration
}

// Silent: the return comes with the end of the parent, which ends the context as well.
func (r *rewind) run(parent context.Context, work func(context.Context)) {
	for {
		select {
		case <-parent.Done():
			return
		case <-r.start:
		}
		ctx, cancel := context.WithCancel(parent)
		go work(ctx)
		select {
		case <-parent.Done():
			return
		case <-r.start:
			cancel()
		}
	}
}

// Silent: each ticker is stopped before the next one is made.
func (r *rewind) tick(work func()) {
	ticker := &time.Ticker{}
	for {
		select {
		case every := <-r.settings:
			if ticker.C != nil {
				ticker.Stop()
			}
			ticker = time.NewTicker(every)
		case <-ticker.C:
			work()
		}
	}
}
