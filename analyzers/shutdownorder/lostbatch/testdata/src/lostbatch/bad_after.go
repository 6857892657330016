package lostbatch

import "time"

// Only a buffer that is full is stored after the select.
func gauge(points <-chan record, stop <-chan struct{}, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	var pending []record
	late := false
	for {
		select {
		case p := <-points:
			pending = append(pending, p)
		case <-tick.C:
			late = true
		case <-stop:
			return // want `what pending has collected is lost: the loop ends here without store\(pending\)`
		}
		if late || len(pending) >= 50 {
			store(pending)
			pending, late = nil, false
		}
	}
}
