package waitwithoutadd

import (
	"sync"

	"golang.org/x/sync/errgroup"
)

// feed holds one place, and the workers start nobody.
func feed(names []string, work func(string) error) error {
	var g errgroup.Group
	g.SetLimit(8)
	g.Go(func() error {
		for _, name := range names {
			g.Go(func() error { return work(name) })
		}
		return nil
	})
	return g.Wait()
}

// begin hands the group to its caller.
func begin(work func() error) *errgroup.Group {
	g := new(errgroup.Group)
	g.Go(work)
	return g
}

// countedTwice counts two, for two rounds.
func countedTwice(tell func(int)) {
	var wg sync.WaitGroup
	wg.Add(2)
	for i := range 2 {
		go func() {
			defer wg.Done()
			tell(i)
		}()
	}
	wg.Wait()
}

// results are how it knows that all are through.
func fastest(names []string, ask func(string) int) int {
	var g errgroup.Group
	results := make(chan int, len(names))
	for _, name := range names {
		g.Go(func() error {
			results <- ask(name)
			return nil
		})
	}
	return <-results
}
