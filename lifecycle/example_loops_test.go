package lifecycle_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"
)

// A goroutine that ranges over a ticker's channel. Stopping the ticker does not
// close the channel: the goroutine is there forever.
//
// Before:
//
//	for range ticker.C { … }
//
// After: the loop ends with its context; its body stays as it is.
func ExampleRecv() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	n := 0
	for range lifecycle.Recv(ctx, ticker.C) {
		if n++; n == 3 {
			cancel() // for the example
		}
	}
	fmt.Println("ended after", n, "ticks")
	// Output: ended after 3 ticks
}

// A result whose receiver may have returned.
//
// Before:
//
//	results <- r // blocks forever once the receiver has timed out
//
// After:
func ExampleSend() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	results := make(chan int) // the receiver has left
	err := lifecycle.Send(ctx, results, 42)
	fmt.Println(errors.Is(err, context.DeadlineExceeded))
	// Output: true
}

// Jobs that a crashed worker has claimed stay claimed, unless another worker looks for them
// regularly.
//
// Before: no recovery, or one that no shutdown can stop:
//
//	go func() {
//		for { time.Sleep(time.Minute); recoverStale(context.Background()) }
//	}()
//
// After: each call has the context of the loop. What a job holds should be a lease that its
// worker renews; a job that is only slow is not stale.
func ExampleEvery() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	recoverExpiredLeases := func(context.Context) {
		fmt.Println("recovered")
		cancel() // for the example: once is enough
	}
	lifecycle.Every(ctx, time.Millisecond, recoverExpiredLeases)
	// Output: recovered
}

// A pause that keeps a shutdown waiting.
//
// Before:
//
//	time.Sleep(backoff)
//
// After:
func ExampleSleep() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if err := lifecycle.Sleep(ctx, time.Hour); err != nil {
		fmt.Println("stopped early:", err)
	}
	// Output: stopped early: context deadline exceeded
}

// Workers in parallel whose consumer may leave: no goroutine is leaked.
func ExampleDispatch() {
	orders := make(chan int)
	go func() {
		defer close(orders)
		for id := range 4 {
			orders <- id
		}
	}()
	ship := func(_ context.Context, id int) (string, error) {
		if id == 2 {
			panic("out of stock") // costs this order only
		}
		return fmt.Sprint("shipped ", id), nil
	}
	for result, err := range lifecycle.Dispatch(context.Background(), 2, orders, ship) {
		var p *lifecycle.PanicError
		if errors.As(err, &p) {
			fmt.Println("failed:", p.Value)
			continue
		}
		fmt.Println(result)
	}
	// Unordered output:
	// shipped 0
	// shipped 1
	// failed: out of stock
	// shipped 3
}
