package tickerrange

import (
	"context"
	"log"
	"time"
)

// The select ends with the context.
func contextAware(ctx context.Context, interval time.Duration) {
	ticker := time.NewTicker(interval)
	go func() {
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				sweep()
			}
		}
	}()
}

// The body can return.
func untilError(ctx context.Context) {
	go func() {
		for range time.Tick(time.Second) {
			if fetch(ctx) != nil {
				return
			}
		}
	}()
}

// The body can break, and what follows ends the goroutine.
func tenTimes() {
	go func() {
		n := 0
		for range time.Tick(time.Second) {
			if n++; n == 10 {
				break
			}
		}
		log.Print("done")
	}()
}

// A labelled break out of an outer loop leaves too.
func nested(ctx context.Context) {
	go func() {
	all:
		for {
			for range time.Tick(time.Second) {
				if ctx.Err() != nil {
					break all
				}
			}
		}
	}()
}

// The process ends, and with it the goroutine.
func watchdog(alive func() bool) {
	go func() {
		for range time.Tick(time.Minute) {
			if !alive() {
				log.Fatal("stuck")
			}
		}
	}()
}

// The caller's goroutine runs the loop; who starts it elsewhere is not known.
func Run(t *time.Ticker) {
	for range t.C {
		sweep()
	}
}

// Not a ticker's channel: somebody may close it.
func follow(ticks <-chan time.Time) {
	go func() {
		for range ticks {
			sweep()
		}
	}()
}

// A variable that is assigned twice may hold a channel that is closed.
func toggled(closing chan time.Time, live bool) {
	ticks := time.Tick(time.Second)
	if !live {
		ticks = closing
	}
	go func() {
		for range ticks {
			sweep()
		}
	}()
}

// A function value: what it runs is not known to be this loop.
func stored() func() {
	loop := func() {
		for range time.Tick(time.Second) {
			sweep()
		}
	}
	return loop
}

// The reason is stated.
func accepted() {
	go func() {
		//lifecyclelint:ignore goroutineleak/ticker-range -- lives as long as the process, holds nothing
		for range time.Tick(time.Second) {
			sweep()
		}
	}()
}

// Who runs it is not known: the only go statement is that of a test.
func refreshed(every time.Duration, refresh func()) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C {
		refresh()
	}
}
