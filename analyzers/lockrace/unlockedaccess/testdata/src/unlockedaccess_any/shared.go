package unlockedaccess_any

import (
	"sync"

	"golang.org/x/sync/errgroup"
)

// A captured variable: the goroutines take the lock for it, this one does not.
func sum(work func() int) int {
	var mu sync.Mutex
	total := 0
	var wg sync.WaitGroup
	for range 10 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			n := work()
			mu.Lock()
			total += n
			mu.Unlock()
		}()
	}
	total++ // want `data race: total is written without mu, which is held for it at line \d+; the goroutine started at line \d+ runs at the same time`
	wg.Wait()
	return total
}

// A captured map, and a slice that many goroutines append to.
func collect(g *errgroup.Group, names []string, load func(string) (int, error)) map[string]int {
	var mu sync.Mutex
	found := make(map[string]int)
	var failed []string
	for _, name := range names {
		g.Go(func() error {
			n, err := load(name)
			if err != nil {
				failed = append(failed, name) // want `data race: failed is written without mu, which is held for it at line \d+; the goroutine started at line \d+ runs at the same time`
				return err
			}
			if len(found) > 100 { // want `data race: found is read without mu, which is held for it at line \d+; the goroutine started at line \d+ runs at the same time`
				return nil
			}
			mu.Lock()
			found[name] = n
			mu.Unlock()
			return nil
		})
	}
	if g.Wait() != nil {
		mu.Lock()
		defer mu.Unlock()
		for _, name := range failed {
			delete(found, name)
		}
	}
	return found
}

// Read before the wait.
func progress(work func(), report func(int)) {
	var mu sync.RWMutex
	done, stop := 0, make(chan struct{})
	go func() {
		work()
		mu.Lock()
		done++
		mu.Unlock()
		close(stop)
	}()
	n := done // want `data race: done is read without mu, which is held for it at line \d+; the goroutine started at line \d+ runs at the same time`
	report(n)
	<-stop
}
