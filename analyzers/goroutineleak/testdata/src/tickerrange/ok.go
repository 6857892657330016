package tickerrange

import (
	"context"
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
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

// Started once in the life of the process.
var startCleaner sync.Once

func clean() {
	startCleaner.Do(func() { go cleaner() })
}

func cleaner() {
	for range time.NewTicker(time.Minute).C {
		sweep()
	}
}

// There is one of it, and it works on memory alone.
type limiter struct {
	mu      sync.Mutex
	pending int
	most    int
}

var limits limiter

func (l *limiter) observe() {
	for range time.Tick(time.Second) {
		l.mu.Lock()
		l.most = max(l.most, l.pending)
		l.mu.Unlock()
	}
}

func StartLimits() {
	go limits.observe()
}

// Who runs it is not known: the only go statement is that of a test.
func refreshed(every time.Duration, refresh func()) {
	t := time.NewTicker(every)
	defer t.Stop()
	for range t.C {
		refresh()
	}
}

// It only tells the log something from time to time.
func remindDaily(message string) {
	ticker := time.NewTicker(24 * time.Hour)
	go func() {
		for range ticker.C {
			log.Print(message)
		}
	}()
}

// One for each setting, for as long as the process lives (process-lifetime).
type variables struct {
	mu     sync.Mutex
	values map[string]int
}

func newVariables(names []string) *variables {
	v := &variables{values: make(map[string]int)}
	for _, name := range names {
		go func() {
			ticker := time.NewTicker(time.Minute)
			defer ticker.Stop()
			for range ticker.C {
				v.expand(name)
			}
		}()
	}
	return v
}

func (v *variables) expand(name string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.values[name]++
}

// Who starts it returns when the program is about to end.
func untilSignal(ctx context.Context, report func(context.Context)) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	go func() {
		for range ticker.C {
			report(ctx)
		}
	}()
	quit := make(chan os.Signal, 1)
	signal.Notify(quit, syscall.SIGTERM)
	<-quit
}
