package waitwithoutadd

import "sync"

// Without names, nothing calls Done.
func first(names []string, tell func(string)) {
	var wg sync.WaitGroup
	wg.Add(1)
	for _, name := range names {
		go func() {
			defer wg.Done()
			tell(name)
		}()
		break
	}
	wg.Wait() // want `wg\.Wait blocks forever: nothing is left that could unblock it .*low confidence`
}
