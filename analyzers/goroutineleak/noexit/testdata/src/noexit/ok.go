package noexit

import (
	"context"
	"errors"
	"log"
	"net"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"
)

// The select ends with the context.
func contextAware(ctx context.Context, interval time.Duration) {
	go func() {
		t := time.NewTicker(interval)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				sweep()
			}
		}
	}()
}

// The loop ends when the listener is closed.
func accept(l net.Listener) {
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Close()
		}
	}()
}

// A labelled break leaves.
func labelled(done chan struct{}) {
	go func() {
	loop:
		for {
			select {
			case <-done:
				break loop
			default:
				sweep()
			}
		}
	}()
}

// A condition, even one that is not seen through.
func whileTrue(more func() bool) {
	go func() {
		for more() {
			sweep()
		}
	}()
}

// The process ends, in a helper.
func watchdog(alive func() bool) {
	go func() {
		for {
			must(alive())
			time.Sleep(time.Minute)
		}
	}()
}

func must(ok bool) {
	if !ok {
		log.Fatal("stuck")
	}
}

// The goroutine ends, but not by returning.
func quits(last func() bool) {
	go func() {
		for {
			if last() {
				runtime.Goexit()
			}
		}
	}()
}

// A panic is a way out.
func panics(n int) {
	go func() {
		for {
			if n > 3 {
				panic("too many")
			}
			n++
		}
	}()
}

// Package initialization starts it: it lives as long as the process.
func init() {
	go func() {
		for {
			sweep()
			time.Sleep(time.Second)
		}
	}()
}

// A handler of signals is there for the life of the process.
func onHangup(reload func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	go func() {
		for {
			<-c
			reload()
		}
	}()
}

// The body of the goroutine is not known.
func runs(f func()) {
	go f()
}

// No goroutine: the caller is kept on purpose.
func Serve() error {
	for {
		sweep()
		time.Sleep(time.Second)
	}
}

// A callee that may return an error which ends the loop.
func retries(ctx context.Context) {
	go func() {
		for {
			if err := fetch(ctx); errors.Is(err, context.Canceled) {
				return
			}
		}
	}()
}

// Receiving from a channel that is closed ends the loop.
func drain(in <-chan int) {
	go func() {
		for {
			_, ok := <-in
			if !ok {
				break
			}
		}
	}()
	go func() {
		for range in {
			sweep()
		}
	}()
}

// A case that leaves, by a method value, in a group.
func grouped(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	t := &task{ctx: ctx}
	g.Go(t.loop)
	return g.Wait()
}

type task struct{ ctx context.Context }

func (t *task) loop() error {
	for {
		select {
		case <-t.ctx.Done():
			return t.ctx.Err()
		case <-time.After(time.Second):
			sweep()
		}
	}
}

// refresh keeps the numbers fresh. There is no stop function: it writes nothing
// down, and may exit with the process.
func refresh() {
	go func() {
		for {
			time.Sleep(time.Minute)
			sweep()
		}
	}()
}

func refreshing() { go refreshes() }

// refreshes runs until the process exits.
func refreshes() {
	for {
		time.Sleep(time.Minute)
		sweep()
	}
}

// What says so is meant to go on for ever.
type events struct{ in chan int }

func (e *events) Close() {}

func (e *events) start() {
	go func() {
		log.Print("here")
		e.work()
	}()
}

// work takes in events. This function will never return.
func (e *events) work() {
	for {
		if n := <-e.in; n > 0 {
			sweep()
		}
	}
}
