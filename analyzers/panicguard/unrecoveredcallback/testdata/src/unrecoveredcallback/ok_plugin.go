package unrecoveredcallback

import (
	"context"
	"fmt"
	"log"
)

type guardedSteps struct{ queue chan Step }

func (s *guardedSteps) Submit(step Step) { s.queue <- step }

// Each step is guarded.
func (s *guardedSteps) start(ctx context.Context) {
	go func() {
		for step := range s.queue {
			if err := s.run(ctx, step); err != nil {
				log.Println(step.Label(), err)
			}
		}
	}()
}

func (s *guardedSteps) run(ctx context.Context, step Step) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return step.Do(ctx)
}

// A Backend is what the object works with, and nobody puts many of them in.
type Backend interface{ Flush() error }

type withBackend struct{ b Backend }

func NewWithBackend(b Backend) *withBackend {
	w := &withBackend{b: b}
	go func() {
		if err := w.b.Flush(); err != nil {
			log.Println(err)
		}
	}()
	return w
}

// A Mirror says nothing of who writes it.
type Mirror interface{ Pull() error }

type mirrors struct{ queue chan Mirror }

func (m *mirrors) Add(one Mirror) { m.queue <- one }

func (m *mirrors) start() {
	go func() {
		for one := range m.queue {
			if err := one.Pull(); err != nil {
				log.Println(err)
			}
		}
	}()
}
