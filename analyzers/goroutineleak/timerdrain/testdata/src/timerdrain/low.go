package timerdrain

import "time"

// flagged: what decides about the drain may be the same as what the case has done.
func flagged(in <-chan []int, d time.Duration) {
	timer := time.NewTimer(d)
	var last []int
	for {
		select {
		case <-timer.C:
			last = nil
		case last = <-in:
		}
		if len(last) > 0 {
			if !timer.Stop() {
				<-timer.C // want `the only value was received at line 11`
			}
		}
		timer.Reset(d)
	}
}
