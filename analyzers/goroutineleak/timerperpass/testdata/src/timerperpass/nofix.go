package timerperpass

import "time"

func (s *store) stopped(events <-chan int) {
	for {
		t := time.NewTicker(time.Second) // want `each iteration starts`
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-t.C:
			s.sweep()
		}
		t.Stop()
	}
}

func (s *store) nested(all []chan int) {
	for _, events := range all {
		for {
			select {
			case e, ok := <-events:
				s.flush([]int{e})
				if !ok {
					continue
				}
			case <-time.Tick(time.Second): // want `each iteration starts`
				s.sweep()
			}
		}
	}
}

// a ticker panics where the interval is not positive
func (s *store) maybeZero(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.Tick(s.interval): // want `each iteration starts`
			s.sweep()
		}
	}
}
