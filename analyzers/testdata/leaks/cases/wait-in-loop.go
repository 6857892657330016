//leak:pattern Wait inside the loop that starts what it waits for
//leak:source GoBench (docker 25384)
//leak:reported goroutineleak/wait-without-add

package cases

import "sync"

func init() { All["wait-in-loop"] = func() { waitInLoop([]int{1, 2}) } }

func waitInLoop(items []int) {
	var wg sync.WaitGroup
	wg.Add(len(items))
	for range items {
		go func() {
			defer wg.Done()
			_ = work()
		}()
		wg.Wait()
	}
}
