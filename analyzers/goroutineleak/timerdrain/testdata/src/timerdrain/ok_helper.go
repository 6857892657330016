package timerdrain

import "time"

// A spooler stops its timer where that has not fired, and starts it again elsewhere.
type spooler struct {
	in    chan string
	timer *time.Timer
	batch []string
}

func (s *spooler) rest() {
	if !s.timer.Stop() {
		<-s.timer.C
	}
}

func (s *spooler) run(write func([]string)) {
	for {
		select {
		case item, ok := <-s.in:
			if !ok {
				return
			}
			s.rest()
			s.batch = append(s.batch, item)
			s.timer.Reset(time.Second)
		case <-s.timer.C:
			write(s.batch)
			s.batch = nil
			s.timer.Reset(time.Minute)
		}
	}
}
