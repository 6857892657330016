package waitwithoutadd

import "sync"

// Silent: the Add counts for the Done.
func countedBoth(work func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Go(func() {
		defer wg.Done()
		work()
	})
	wg.Wait()
}

// Silent: the goroutine inside counts itself.
func nestedGroup(work func()) {
	var wg sync.WaitGroup
	wg.Go(func() {
		wg.Add(1)
		go func() {
			defer wg.Done()
			work()
		}()
	})
	wg.Wait()
}

// Silent: the other group is another one.
func otherGroup(started *sync.WaitGroup, work func()) {
	var wg sync.WaitGroup
	wg.Go(func() {
		started.Done()
		work()
	})
	wg.Wait()
}
