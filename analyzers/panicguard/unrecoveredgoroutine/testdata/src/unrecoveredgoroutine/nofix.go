package main

import "sync"

// Somebody waits for what the goroutine says at its end. It does not say it when
// it panics, and the wait would not end.

func answer() int {
	answers := make(chan int)
	go func() { // want `a panic in compute crashes the process`
		answers <- compute()
	}()
	return <-answers
}

func finished() {
	done := make(chan struct{})
	go work(done) // want `a panic in work crashes the process`
	<-done
}

func work(done chan struct{}) {
	_ = compute()
	close(done)
}

func group() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // want `a panic in compute crashes the process`
		_ = compute()
		wg.Done()
	}()
	wg.Wait()
}

func result() int {
	var n int
	var wg sync.WaitGroup
	wg.Go(func() { // want `a panic in compute crashes the process`
		n = compute()
	})
	wg.Wait()
	return n
}

func compute() int { return 1 }
