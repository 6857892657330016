package deferlifo

import (
	"context"
	"sync"
)

func Pump(ctx context.Context, next func() (int, error), out chan<- int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	in := make(chan int)
	var wg sync.WaitGroup
	defer wg.Wait() // want `deferred wg.Wait\(\) blocks where this returns with an error: the deferred cancel\(\) \(line 10\), which stops the goroutine started at line 15, runs after it`
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			select {
			case <-ctx.Done():
				return
			case n := <-in:
				out <- n
			}
		}
	}()
	for {
		n, err := next()
		if err != nil {
			return err
		}
		in <- n
	}
}
