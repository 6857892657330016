package capturedvariable

import (
	"sync"
	"sync/atomic"
)

// winner takes a turn by an atomic operation, which lets one goroutine write.
func winner(list []string) string {
	var taken atomic.Bool
	name := ""
	var wg sync.WaitGroup
	for _, s := range list {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if taken.CompareAndSwap(false, true) {
				name = s // want `data race: name is written by goroutines that run concurrently, started at line \d+, and no mutex guards it`
			}
		}()
	}
	wg.Wait()
	return name
}
