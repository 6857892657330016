package timerperpass

import "time"

func (s *store) quiet(events <-chan int, stop <-chan struct{}) {
	var batch []int
	for {
		select {
		case <-stop:
			return
		case e := <-events:
			batch = append(batch, e)
		case <-time.After(time.Second): // want `work of this case is not done while the case at line 11 comes more often`
			s.flush(batch)
			batch = nil
		}
	}
}
