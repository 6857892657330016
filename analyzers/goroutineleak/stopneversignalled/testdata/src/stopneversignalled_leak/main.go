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

type watcher struct {
	stop chan struct{}
	seen chan int
}

func start() {
	w := &watcher{stop: make(chan struct{}), seen: make(chan int, 1)}
	go w.loop()
	w.seen <- 1
}

func (w *watcher) loop() {
	for {
		select {
		case <-w.seen:
		case <-w.stop: // want `goroutine started at line \d+ cannot be stopped`
			return
		}
	}
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
