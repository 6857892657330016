package unboundedqueue

import "context"

// Nothing says how long the call takes.
type works struct {
	jobs []message
	do   interface {
		Work(ctx context.Context, m message) error
	}
}

func (w *works) Push(m message) {
	w.jobs = append(w.jobs, m) // want `memory grows while w.do.Work is slow or fails`
}

func (w *works) run(ctx context.Context) {
	for len(w.jobs) > 0 {
		m := w.jobs[0]
		w.jobs = w.jobs[1:]
		_ = w.do.Work(ctx, m)
	}
}
