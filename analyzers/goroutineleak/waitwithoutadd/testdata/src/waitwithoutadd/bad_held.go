package waitwithoutadd

import "sync"

// The literal is in a variable, and all that runs it are go statements.
func held(jobs []func()) {
	var wg sync.WaitGroup
	work := func(job func()) {
		wg.Add(1) // want `the Wait at line 16 may return too early: wg.Add runs in the goroutine that it counts, started at line 14`
		defer wg.Done()
		job()
	}
	for _, job := range jobs {
		go work(job)
	}
	wg.Wait()
}
