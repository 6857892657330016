package blockedreceive

import (
	"context"
	"sync"
)

// The second receive has no other case, and the goroutine sends nothing when load fails.
func polls(ctx context.Context, load func() (string, error)) string {
	result := make(chan string)
	go func() {
		if s, err := load(); err == nil {
			result <- s
		}
	}()
	select {
	case s := <-result:
		return s
	case <-ctx.Done():
		return <-result // want `receive from result blocks forever: nothing is left that could unblock it`
	}
}

// The workers wait for the close, which comes after the wait for them.
func patient(n int, enough func() bool) {
	var wg sync.WaitGroup
	jobs := make(chan int, n)
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range jobs { // want `range over jobs deadlocks: the goroutines that could unblock it are blocked at line \d+, or have returned`
				if enough() {
					break
				}
				println(j * j)
			}
		}()
	}
	for i := range n {
		jobs <- i
	}
	wg.Wait()
	close(jobs)
}

// When the context ends, out is not closed.
func linesUntil(ctx context.Context, in <-chan string) <-chan string {
	out := make(chan string)
	go func() {
		for line := range in {
			select {
			case out <- line:
			case <-ctx.Done():
				return
			}
		}
		close(out)
	}()
	return out
}

func printUntil(ctx context.Context, load func() ([]string, error)) {
	for line := range linesUntil(ctx, linesClosed(load)) { // want `range over linesUntil\(ctx, linesClosed\(load\)\) blocks forever: nothing is left that could unblock it`
		handle(line)
	}
}

// Without goroutines, none is the last.
func printShared() {
	for line := range linesShared(nil) { // want `range over linesShared\(nil\) blocks forever: nothing is left that could unblock it`
		handle(line)
	}
}
