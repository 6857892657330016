package waitwithoutadd

import "sync"

// The goroutine may return before it has called Done three times.
func perValue(values <-chan string) {
	var wg sync.WaitGroup
	wg.Add(3)
	go func() {
		for v := range values {
			if v == "" {
				return
			}
			wg.Done()
		}
	}()
	wg.Wait() // want `wg\.Wait blocks forever: nothing is left that could unblock it`
}
