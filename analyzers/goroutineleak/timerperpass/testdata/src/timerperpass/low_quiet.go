package timerperpass

import (
	"log"
	"time"
)

func (s *store) load(string) {}

// the last name, when no more come for a while
func (s *store) latest(names <-chan string) {
	last := ""
	for {
		select {
		case name := <-names:
			last = name
		case <-time.After(time.Second): // want `each iteration starts`
			if last != "" {
				s.load(last)
				last = ""
			}
		}
	}
}

// the names say that it is for a quiet time
func (s *store) whenIdle(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.After(time.Minute): // want `each iteration starts`
			s.sweep()
		}
	}
}

// only logs
func (s *store) complains(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.After(time.Minute): // want `each iteration starts`
			log.Print("no events")
		}
	}
}
