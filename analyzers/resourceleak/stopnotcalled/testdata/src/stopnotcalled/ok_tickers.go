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

// deferredInGoroutine: the goroutine stops the ticker on each path.
func deferredInGoroutine(ctx context.Context, check func() error) {
	tick := time.NewTicker(time.Minute)
	go func() {
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if err := check(); err != nil {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
}

// eachPath: by a call before each return.
func eachPath(ctx context.Context, check func() error) {
	tick := time.NewTicker(time.Minute)
	go func() {
		for {
			select {
			case <-tick.C:
				if err := check(); err != nil {
					tick.Stop()
					return
				}
			case <-ctx.Done():
				tick.Stop()
				return
			}
		}
	}()
}
