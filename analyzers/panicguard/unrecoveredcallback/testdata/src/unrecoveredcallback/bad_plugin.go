package unrecoveredcallback

import (
	"context"
	"log"
)

// A Step comes from plug-ins of others.
type Step interface {
	Label() string
	Do(ctx context.Context) error
}

type Steps struct{ queue chan Step }

func NewSteps(ctx context.Context, n int) *Steps {
	s := &Steps{queue: make(chan Step, n)}
	for range n {
		go s.work(ctx) // want `a panic in step.Do, which is passed in, crashes the process: nothing recovers in this goroutine`
	}
	return s
}

func (s *Steps) work(ctx context.Context) {
	for step := range s.queue {
		if err := s.run(ctx, step); err != nil {
			log.Println(step.Label(), err)
		}
	}
}

func (s *Steps) run(ctx context.Context, step Step) error { return step.Do(ctx) }

func (s *Steps) Submit(step Step) { s.queue <- step }
