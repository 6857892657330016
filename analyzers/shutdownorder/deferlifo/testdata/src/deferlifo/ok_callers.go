package deferlifo

import (
	"context"
	"sync"
)

// Nope. It returns only when the context of the caller has ended.
func Relay(parent context.Context, next chan int, out chan<- int) error {
	ctx, cancel := context.WithCancel(parent)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			select {
			case <-ctx.Done():
				return
			case n := <-next:
				out <- n
			}
		}
	}()
	for {
		select {
		case <-parent.Done():
			return parent.Err()
		case n := <-next:
			out <- n
		}
	}
}

// Nope. The deferred calls run in the right order.
func Pumped(ctx context.Context, next func() (int, error), out chan<- int) error {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Add(1)
	go func() {
		defer wg.Done()
		<-ctx.Done()
	}()
	for {
		n, err := next()
		if err != nil {
			return err
		}
		out <- n
	}
}

// Nope. The cancel is called before each return.
func Canceled(ctx context.Context, next func() (int, error)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		<-ctx.Done()
	}()
	_, err := next()
	if err != nil {
		cancel()
		return err
	}
	cancel()
	return nil
}
