// A program that leaks until it is mended; the tests run it both ways.
package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

type poller struct {
	in   chan int
	stop chan struct{}
}

func newPoller() *poller {
	p := &poller{in: make(chan int), stop: make(chan struct{})}
	go p.loop()
	return p
}

func (p *poller) loop() {
	for {
		select {
		case n := <-p.in:
			fmt.Sprint(n)
		case <-p.stop:
			return
		}
	}
}

func (p *poller) Stop() { close(p.stop) }

func start() {
	p := newPoller() // want `the goroutine that newPoller starts at \S*main\.go:\d+ is leaked`
	p.in <- 1
}

func main() {
	start()
	if err := lifecycle.Shutdown(context.Background()); err != nil {
		panic(err)
	}
	leaks := pprof.Lookup("goroutineleak")
	for range 100 { // until the goroutine has come to its wait
		runtime.Gosched()
		if err := leaks.WriteTo(io.Discard, 0); err != nil {
			panic(err)
		}
	}
	fmt.Print(leaks.Count())
}
