package timerperpass

import (
	"context"
	"os"
	"time"
)

// before the loop
func (s *store) once(events <-chan int) {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	deadline := time.After(time.Hour)
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-t.C:
			s.sweep()
		case <-deadline:
			s.sweep()
		}
	}
}

// an idle timeout
func (s *store) idle(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.After(time.Minute):
			s.sweep()
			return
		}
	}
}

// only stop signals
func (s *store) stops(ctx context.Context, stop <-chan struct{}, signals <-chan os.Signal) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-stop:
			s.flush(nil)
			return
		case <-signals:
			s.flush(nil)
		case <-time.Tick(time.Second):
			s.sweep()
		}
	}
}

// the work is done in each iteration
func (s *store) each(wake <-chan int) {
	for {
		s.sweep()
		select {
		case <-wake:
		case <-time.After(time.Minute):
		}
	}
}

type conn struct{}

func (*conn) write(string) {}

// for an idle connection
func (c *conn) serve(out <-chan string) {
	for {
		select {
		case s := <-out:
			c.write(s)
		case <-time.After(30 * time.Second):
			c.write(": ping")
		}
	}
}

// what is left of a time
func (s *store) until(events <-chan int, next time.Time) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.After(time.Until(next)):
			s.sweep()
		}
	}
}

// another interval each time
func (s *store) backoff(events <-chan int) {
	wait := time.Second
	for {
		select {
		case <-events:
			wait = time.Second
		case <-time.After(wait):
			wait *= 2
			s.sweep()
		}
	}
}

// wake-ups
func (s *store) wakes(wake <-chan struct{}) {
	for {
		select {
		case <-wake:
			s.flush(nil)
		case <-time.After(time.Minute):
			s.sweep()
		}
	}
}

// a loop around the one that waits
func (s *store) outer(ctx context.Context, events <-chan int) {
	for ctx.Err() == nil {
		t := time.NewTicker(time.Second)
		for range 10 {
			select {
			case e := <-events:
				s.flush([]int{e})
			case <-t.C:
				s.sweep()
			}
		}
		t.Stop()
	}
}

// a limit for a send
func (s *store) sends(ctx context.Context, in <-chan int, out chan<- int) {
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-in:
			select {
			case out <- n:
			case <-time.After(time.Second):
				s.sweep()
			}
		}
	}
}

// a limit for each answer
func (s *store) answers(ask func(), answers <-chan int) {
	for {
		ask()
		select {
		case n := <-answers:
			s.flush([]int{n})
		case <-time.After(time.Second):
			s.sweep()
		}
	}
}

// a limit for each of several results
func (s *store) results(results <-chan int) {
	for i := 0; i < 3; i++ {
		select {
		case n := <-results:
			s.flush([]int{n})
		case <-time.After(time.Second):
			s.sweep()
		}
	}
}

// each event does the work as well
func (s *store) both(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
			s.sweep()
		case <-time.After(time.Minute):
			s.sweep()
		}
	}
}
