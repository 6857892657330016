package stopoverwritten

import (
	"context"
	"time"
)

type sets struct {
	sets map[string]context.CancelFunc
	work func(ctx context.Context)
}

// The goroutine gets a context of which the cancel function in the map is not the end.
func (s *sets) Add(ctx context.Context, name string) {
	ctx, cancel := context.WithCancel(ctx)
	s.sets[name] = cancel
	ctx = context.Background()
	go func() {
		for {
			s.work(ctx)
			select {
			case <-time.After(time.Minute):
			case <-ctx.Done():
				return
			}
		}
	}()
}
