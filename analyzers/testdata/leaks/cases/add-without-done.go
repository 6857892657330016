//leak:pattern WaitGroup that nobody gives back
//leak:source GoBench
//leak:reported goroutineleak/wait-without-add

package cases

import "sync"

func init() { All["add-without-done"] = addWithoutDone }

func addWithoutDone() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { _ = work() }()
	wg.Wait()
}
