package blockedsend

import "context"

// The loop of a desk ends with a context, and closes a channel then, for which Sit waits as well.
type counterDesk struct {
	sits, leaves chan int
	closed       chan struct{}
}

func newCounterDesk() *counterDesk {
	return &counterDesk{sits: make(chan int), leaves: make(chan int), closed: make(chan struct{})}
}

func (d *counterDesk) Run(ctx context.Context) {
	defer close(d.closed)
	taken := make(map[int]bool)
	for {
		select {
		case <-ctx.Done():
			return
		case n := <-d.sits:
			taken[n] = true
		case n := <-d.leaves:
			delete(taken, n)
		}
	}
}

func (d *counterDesk) Sit(n int) bool {
	select {
	case d.sits <- n:
		return true
	case <-d.closed:
		return false
	}
}

func (d *counterDesk) Rise(n int) {
	d.leaves <- n // want `send on d.leaves blocks forever after Run, its receiver, leaves the loop at line 20`
}
