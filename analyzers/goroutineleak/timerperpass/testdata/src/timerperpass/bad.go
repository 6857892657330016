// Package timerperpass makes timers in loops.
package timerperpass

import (
	"context"
	"time"
)

type store struct{ interval time.Duration }

func (*store) flush([]int) {}
func (*store) sweep()      {}

func (s *store) collect(ctx context.Context, events <-chan int) {
	var batch []int
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			batch = append(batch, e)
		case <-time.NewTicker(time.Second).C: // want `work of this case is not done while the case at line 20 comes more often: each iteration starts time.NewTicker\(time.Second\) over`
			s.flush(batch)
			batch = nil
		}
	}
}

func (s *store) tick(events <-chan int) {
	var batch []int
loop:
	for {
		select {
		case e, ok := <-events:
			if !ok {
				break loop
			}
			batch = append(batch, e)
		case <-time.Tick(time.Second): // want `each iteration starts time.Tick\(time.Second\) over`
			s.flush(batch)
		}
	}
	s.flush(batch)
}

func (s *store) declared(ctx context.Context, events <-chan int) {
	for {
		t := time.NewTicker(s.interval) // want `each iteration starts time.NewTicker\(s.interval\) over`
		select {
		case <-ctx.Done():
			return
		case e := <-events:
			s.flush([]int{e})
		case <-t.C:
			s.sweep()
		}
	}
}

func (s *store) polls(events <-chan int) {
	for {
		select {
		case e := <-events:
			s.flush([]int{e})
		case <-time.After(time.Minute): // want `work of this case is never done: the default at line 67 comes first`
			s.sweep()
		default:
			time.Sleep(time.Millisecond)
		}
	}
}
