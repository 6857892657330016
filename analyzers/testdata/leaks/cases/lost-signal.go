//leak:pattern Condition that nobody signals
//leak:source GoBench
//leak:silent who makes a condition true is a question about data, which no check of this suite asks

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
	mu.Lock()
	ready = len(All) == 0
	mu.Unlock()
}
