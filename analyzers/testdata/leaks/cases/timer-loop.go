//leak:pattern Timer loop without an escape
//leak:source LeakProf
//leak:reported goroutineleak/no-exit
//leak:judge alive

package cases

import "time"

func init() { All["timer-loop"] = timerLoop }

func timerLoop() {
	go func() {
		for {
			_ = work()
			<-time.After(time.Millisecond)
		}
	}()
}
