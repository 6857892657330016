package overlappingruns

import (
	"context"
	"sync"
	"time"
)

type task interface {
	Run(ctx context.Context) error
}

type scheduler struct {
	wg   sync.WaitGroup
	task task
}

// Each tick starts the work, whatever the last one does.
func (s *scheduler) loop(ctx context.Context, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			go s.task.Run(ctx) // want `the same work is done twice at the same time`
		case <-ctx.Done():
			return
		}
	}
}

func (s *scheduler) each(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for range tick.C {
		go func() { // want `the same work is done twice at the same time when a run takes longer than the period: each tick starts a goroutine, and nothing keeps two apart`
			if err := s.task.Run(ctx); err != nil {
				return
			}
		}()
	}
}

// A function of the package starts the goroutine.
func (s *scheduler) helped(ctx context.Context, every time.Duration, t task) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.fire(ctx, t)
		case <-ctx.Done():
			return
		}
	}
}

func (s *scheduler) fire(ctx context.Context, t task) {
	s.wg.Go(func() { // want `the same work is done twice at the same time`
		_ = t.Run(ctx)
	})
}
