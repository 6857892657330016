package timerperpass

import (
	"context"
	"time"
)

const lot = 500

// rows stores a lot once there are enough, or after two seconds.
func (s *store) rows(ctx context.Context, rows <-chan int) {
	var batch []int
	save := func() {
		s.flush(batch)
		batch = batch[:0]
	}
	for {
		select {
		case <-ctx.Done():
			return
		case row := <-rows:
			batch = append(batch, row)
			if len(batch) >= lot {
				save()
			}
		case <-time.After(2 * time.Second): // want `work of this case is not done while the case at line 21 comes more often: each iteration starts time.After\(2 \* time.Second\) over`
			save()
		}
	}
}

// tidies does its work beside that for the rows.
func (s *store) tidies(rows <-chan int) {
	for {
		select {
		case row, ok := <-rows:
			if !ok {
				return
			}
			s.flush([]int{row})
		case <-time.After(time.Hour): // want `each iteration starts time.After\(time.Hour\) over`
			s.sweep()
		}
	}
}

// counts reports how many there were.
func (s *store) counts(rows <-chan int, out chan<- int) {
	n := 0
	for {
		select {
		case <-rows:
			n++
		case <-time.After(time.Minute): // want `each iteration starts time.After\(time.Minute\) over`
			out <- n
			n = 0
		}
	}
}
