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

func start() {
	in, quiet := make(chan int, 1), make(chan int)
	in <- 1
	go func() {
		for { // want `loops for ever`
			select {
			case n := <-in:
				io.WriteString(io.Discard, fmt.Sprint(n))
			case <-quiet:
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
