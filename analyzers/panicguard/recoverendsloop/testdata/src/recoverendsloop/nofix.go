package recoverendsloop

import "log"

// What a job needs may end the loop.
func until(jobs <-chan job, last func(job) bool) {
	go func() {
		defer logPanic() // want `one panic ends the goroutine for good`
		for j := range jobs {
			if last(j) {
				return
			}
			log.Print("next")
		}
	}()
}
