//leak:pattern Wait for the workers in front of the close that ends them
//leak:source GoBench, channel and WaitGroup
//leak:reported goroutineleak/blocked-receive

package cases

import "sync"

func init() { All["wait-before-close"] = waitBeforeClose }

func waitBeforeClose() {
	var workers sync.WaitGroup
	jobs := make(chan int)
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for range jobs {
				_ = work()
			}
		}()
	}
	jobs <- 1
	workers.Wait()
	close(jobs)
}
