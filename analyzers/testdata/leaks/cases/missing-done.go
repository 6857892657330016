//leak:pattern WaitGroup with a path without Done
//leak:source GoBench, GCatch
//leak:reported goroutineleak/wait-without-add

package cases

import "sync"

func init() { All["missing-done"] = missingDone }

func missingDone() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if err := fails(); err != nil {
			return
		}
		_ = work()
		wg.Done()
	}()
	wg.Wait()
}
