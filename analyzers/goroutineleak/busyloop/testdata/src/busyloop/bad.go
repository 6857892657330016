package busyloop

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

func drain(ctx context.Context, in <-chan string, handle func(string)) {
	for {
		select {
		case <-ctx.Done():
			return
		case s := <-in:
			handle(s)
		default: // want `loop at line 11 takes a whole core while nothing arrives: the default of its select does nothing, and the next iteration polls again`
		}
	}
}

func continues(done chan struct{}, out chan<- int) {
	n := 0
	for {
		select {
		case out <- n:
			n++
		case <-done:
			return
		default: // want `takes a whole core`
			continue
		}
	}
}

type gauge struct {
	n    atomic.Int64
	old  int32
	quit atomic.Bool
}

func (g *gauge) quiet(ctx context.Context) error {
	for g.n.Load() > 0 { // want `loop takes a whole core until g.n.Load\(\) > 0 changes: it does nothing else than to ask, without a pause`
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (g *gauge) empty() {
	for atomic.LoadInt32(&g.old) != 0 { // want `takes a whole core until atomic.LoadInt32`
	}
}

func (g *gauge) stopped() bool { return g.quit.Load() }

func (g *gauge) join(limit time.Duration) error {
	until := time.Now().Add(limit)
	for !g.stopped() { // want `takes a whole core until !g.stopped\(\) changes`
		if time.Now().After(until) {
			return errors.New("still running")
		}
	}
	return nil
}
