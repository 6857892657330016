package blockedreceive

import (
	"context"
	"sync"
)

// What waits for a position is closed when that is reached, which a failure prevents.
type rewind struct {
	mu      sync.Mutex
	pos     int
	waiters map[int][]chan struct{}
}

func (r *rewind) Apply(events []func() error) error {
	for i, event := range events {
		if err := event(); err != nil {
			return err
		}
		r.reached(i)
	}
	return nil
}

func (r *rewind) reached(pos int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pos = pos
	for want, list := range r.waiters {
		if want > pos {
			continue
		}
		for _, ch := range list {
			close(ch)
		}
		delete(r.waiters, want)
	}
}

func (r *rewind) WaitFor(ctx context.Context, pos int) error {
	r.mu.Lock()
	if r.pos >= pos {
		r.mu.Unlock()
		return nil
	}
	ch := make(chan struct{})
	r.waiters[pos] = append(r.waiters[pos], ch)
	r.mu.Unlock()
	<-ch // want `receive from ch blocks forever when reached does not get to the close at line 34 for it: it does not wait for ctx.Done\(\)`
	return nil
}
