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

// asserted: another path from the receive starts the timer again.
func asserted(in <-chan any, d time.Duration) {
	timer := time.NewTimer(d)
	var last any
	for {
		select {
		case <-timer.C:
			if next, ok := last.(time.Duration); ok {
				timer.Reset(next)
			}
		case last = <-in:
			if !timer.Stop() {
				<-timer.C // want `the only value was received at line 30`
			}
			timer.Reset(d)
		}
	}
}

// The flag says whether the timer runs.
func noted(done <-chan struct{}, updates <-chan time.Duration) {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	idle := true
	for {
		select {
		case <-done:
			if !idle && !timer.Stop() {
				<-timer.C // want `receive from timer.C blocks forever`
			}
			return
		case period := <-updates:
			if period > 0 {
				timer.Reset(period)
				idle = false
			}
		}
	}
}
