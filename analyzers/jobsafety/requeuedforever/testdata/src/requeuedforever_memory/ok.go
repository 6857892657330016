package requeuedforever_memory

import (
	"context"
	"time"
)

type task struct {
	id       string
	attempts int
	until    time.Time
}

type runner struct {
	tasks chan task
	run   func(ctx context.Context, t task) error
}

func newRunner() *runner { return &runner{tasks: make(chan task, 8)} }

// The attempts are counted.
func (r *runner) okCounted(ctx context.Context) {
	for t := range r.tasks {
		if err := r.run(ctx, t); err != nil && t.attempts < 5 {
			t.attempts++
			r.tasks <- t
		}
	}
}

type pump struct {
	in chan string
}

// What is sent is another value.
func (p *pump) okOther(next func(string) (string, error)) {
	for id := range p.in {
		other, err := next(id)
		if err != nil {
			p.in <- other
		}
	}
}

type slots struct {
	free chan int
}

func newSlots() *slots { return &slots{free: make(chan int, 4)} }

// The value is a slot, which is free again in any case.
func (s *slots) okSlot(run func(int) error) error {
	i := <-s.free
	defer func() { s.free <- i }()
	return run(i)
}
