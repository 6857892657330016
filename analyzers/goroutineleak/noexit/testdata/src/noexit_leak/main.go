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

type printer struct{ in, quiet chan int }

func (p *printer) Close() {}

func start() {
	p := &printer{make(chan int, 1), make(chan int)}
	p.in <- 1
	go func() {
		for { // want `goroutine started at line \d+ cannot be stopped`
			select {
			case n := <-p.in:
				io.WriteString(io.Discard, fmt.Sprint(n))
			case <-p.quiet:
			}
		}
	}()
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
