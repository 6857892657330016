//leak:pattern Range over a ticker that Stop does not end
//leak:source seen in services
//leak:reported goroutineleak/ticker-range
//leak:judge alive

package cases

import "time"

func init() { All["ticker-range"] = tickerRange }

func tickerRange() {
	t := time.NewTicker(time.Millisecond)
	defer t.Stop()
	go func() {
		for range t.C {
			_ = work()
		}
	}()
}
