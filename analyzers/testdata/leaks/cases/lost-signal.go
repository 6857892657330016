//leak:pattern Condition that nobody signals
//leak:source GoBench
//leak:reported goroutineleak/stop-never-signalled

package cases

import "sync"

func init() { All["lost-signal"] = lostSignal }

func lostSignal() {
	var mu sync.Mutex
	cond, ready := sync.NewCond(&mu), false
	go func() {
		mu.Lock()
		defer mu.Unlock()
		for !ready {
			cond.Wait()
		}
	}()
	_ = work()
	mu.Lock()
	ready = true
	mu.Unlock()
}
