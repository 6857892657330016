package blockedsend

import (
	"sync"

	"golang.org/x/sync/errgroup"
)

// The wait for the workers stands in front of the receive that they wait for.
func sizesOf(urls []string) (total int) {
	var wg sync.WaitGroup
	sizes := make(chan int)
	for _, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			sizes <- len(url) // want `send on sizes deadlocks: the receive that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it \(goroutineleak/blocked-send\)`
		}()
	}
	wg.Wait()
	close(sizes)
	for n := range sizes {
		total += n
	}
	return total
}

// The same with WaitGroup.Go, and one result that nobody closes behind.
func fetchOne() error {
	var wg sync.WaitGroup
	failed := make(chan error)
	wg.Go(func() { failed <- work() }) // want `send on failed deadlocks: the receive that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it`
	wg.Wait()
	return <-failed
}

// Nobody else receives what a function sends to itself.
func remember(name string) string {
	last := make(chan string)
	go work()
	last <- name // want `send on last deadlocks: the receive that would unblock it, at line \d+, comes after it \(goroutineleak/blocked-send\)`
	return <-last
}

// The same with a group that returns an error.
func gather(urls []string) (total int, err error) {
	var g errgroup.Group
	sizes := make(chan int)
	for _, url := range urls {
		g.Go(func() error {
			sizes <- len(url) // want `send on sizes deadlocks: the receive that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it`
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return 0, err
	}
	for range urls {
		total += <-sizes
	}
	return total, nil
}

// The group and the channel are handed to workers.
func crawl(urls []string) (total int) {
	wg := &sync.WaitGroup{}
	sizes := make(chan int)
	for _, url := range urls {
		wg.Add(1)
		go visit(url, sizes, wg)
	}
	wg.Wait()
	close(sizes)
	for n := range sizes {
		total += n
	}
	return total
}

func visit(url string, sizes chan<- int, wg *sync.WaitGroup) {
	defer wg.Done()
	sizes <- len(url) // want `send on sizes deadlocks: the receive that would unblock it, at line \d+, comes after the wait at line \d+, which waits for it`
}
