//leak:pattern Wait for the senders in front of the receive
//leak:source GoBench, channel and WaitGroup
//leak:reported goroutineleak/blocked-send

package cases

import "sync"

func init() { All["wait-before-receive"] = waitBeforeReceive }

func waitBeforeReceive() {
	var workers sync.WaitGroup
	results := make(chan error)
	for range 2 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			results <- work()
		}()
	}
	workers.Wait()
	close(results)
	for range results {
		_ = work()
	}
}
