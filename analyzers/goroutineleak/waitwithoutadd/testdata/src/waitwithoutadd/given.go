package waitwithoutadd

import (
	"log"
	"sync"
)

// The group is the caller's, who waits for it.
func StartModule(wg *sync.WaitGroup, run func()) {
	go func() {
		defer wg.Done()
		defer log.Print("stopped")
		wg.Add(1) // want `the caller's wg\.Wait may return too early: wg\.Add runs in the goroutine that it counts, started at line \d+`
		run()
	}()
}

// Another goroutine that knows nothing of the group.
func StartWithHelper(wg *sync.WaitGroup, run, help func()) {
	var helpers sync.WaitGroup
	go func() {
		defer wg.Done()
		defer helpers.Wait()
		wg.Add(1) // want `the caller's wg\.Wait may return too early: wg\.Add runs in the goroutine that it counts, started at line \d+`
		helpers.Add(1)
		go func() {
			defer helpers.Done()
			help()
		}()
		run()
	}()
}

// Counted in time.
func StartCounted(wg *sync.WaitGroup, run func()) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		run()
	}()
}

// Counted in time, and again for another goroutine.
func StartTwo(wg *sync.WaitGroup, run, help func()) {
	wg.Add(1)
	go func() {
		defer wg.Done()
		wg.Add(1)
		go func() {
			defer wg.Done()
			help()
		}()
		run()
	}()
}

// The goroutine is counted by the caller, and counts its child.
func StartChild(wg *sync.WaitGroup, run, help func()) {
	go func() {
		defer wg.Done()
		wg.Add(1)
		go func() {
			defer wg.Done()
			help()
		}()
		run()
	}()
}
