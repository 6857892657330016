package stopnotcalled

import (
	"context"
	"time"
)

func stops(ctx context.Context, send func()) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			send()
		case <-ctx.Done():
			return
		}
	}
}

// It never returns.
func endless(send func()) {
	tick := time.NewTicker(time.Second)
	for range tick.C {
		send()
	}
}

// A goroutine has it, a field keeps it, the caller gets it.
type beater struct{ tick *time.Ticker }

func (b *beater) start(send func()) {
	tick := time.NewTicker(time.Second)
	go func() {
		defer tick.Stop()
		<-tick.C
		send()
	}()
}

func newBeater() *beater {
	tick := time.NewTicker(time.Second)
	return &beater{tick: tick}
}

func makeTicker() *time.Ticker {
	tick := time.NewTicker(time.Second)
	return tick
}

// A helper stops it.
func helped() {
	tick := time.NewTicker(time.Second)
	<-tick.C
	end(tick)
}

func end(t *time.Ticker) { t.Stop() }
