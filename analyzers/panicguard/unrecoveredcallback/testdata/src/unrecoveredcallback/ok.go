package unrecoveredcallback

import (
	"context"
	"fmt"
	"log"
	"sync"
	"time"
)

// The goroutine recovers.
func Safe(fn func()) {
	go func() {
		defer caught("safe")
		fn()
	}()
}

// The function that calls the callback recovers.
func SafeCall(fn func() error) {
	go func() {
		if err := call(fn); err != nil {
			log.Print(err)
		}
	}()
}

func call(fn func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return fn()
}

// What it runs is the package's own.
type ticker struct{ hook func() }

func newTicker() *ticker { return &ticker{hook: func() { log.Print("tick") }} }

func (t *ticker) start() {
	go t.hook()
	step := func() { log.Print("step") }
	go func() { step() }()
}

// A cancel function is no callback.
func After(ctx context.Context, cancel context.CancelFunc) {
	go func() {
		<-ctx.Done()
		cancel()
	}()
}

// The function recovers from its own panics; the goroutine runs nothing of the package's.
func Collect(ctx context.Context, wg *sync.WaitGroup) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	done := make(chan struct{})
	go func() {
		wg.Wait()
		close(done)
	}()
	<-done
	return ctx.Err()
}

// Nothing waits for the goroutine: the recover is for the rest.
func (t *ticker) Handle(name string) {
	defer caught(name)
	go t.store(name)
	log.Print(name)
}

func (t *ticker) store(string) {}

// A function that the object works with, and one that yields what a goroutine passes on.
type Reporter struct{ report func(string) }

func NewReporter(report func(string)) *Reporter { return &Reporter{report: report} }

func (r *Reporter) Start(events []string) {
	go func() {
		for _, e := range events {
			r.report(e)
		}
	}()
}

func Generate(next func() (string, bool), out chan<- string) {
	go func() {
		defer close(out)
		for v, ok := next(); ok; v, ok = next() {
			out <- v
		}
	}()
}

// What the function waits for has nothing to do with the goroutine.
func poll(updates <-chan string, answer func(string)) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("poll: %v", r)
		}
	}()
	swept := make(map[string]bool)
	go func() {
		for range time.Tick(time.Minute) {
			sweep(swept)
		}
	}()
	for u := range updates {
		answer(u)
	}
	return nil
}

func sweep(names map[string]bool) { clear(names) }
