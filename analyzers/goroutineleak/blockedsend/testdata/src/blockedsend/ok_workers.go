package blockedsend

import (
	"math"
	"sync"
)

// As many workers as there are names, and ten at most: where there is a name there is a worker.
func greetAll(names []string, greet func(string)) {
	queue := make(chan string)
	var wg sync.WaitGroup
	workers := int(math.Min(float64(len(names)), 10))
	wg.Add(workers)
	for i := 0; i < workers; i++ {
		go func() {
			defer wg.Done()
			for name := range queue {
				greet(name)
			}
		}()
	}
	for _, name := range names {
		queue <- name
	}
	close(queue)
	wg.Wait()
}
