package timerperpass

import "time"

// lists stores a list at each interval, as the name of that says.
func (s *store) lists(events <-chan int, stop <-chan struct{}) {
	var batch []int
	for {
		select {
		case <-stop:
			return
		case e := <-events:
			batch = append(batch, e)
		case <-time.After(s.interval): // want `each iteration starts time.After\(s.interval\) over`
			s.flush(batch)
			batch = nil
		}
	}
}
