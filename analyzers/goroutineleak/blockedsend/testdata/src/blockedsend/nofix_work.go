package blockedsend

import (
	"errors"
	"time"
)

// The work that a goroutine calls does not wait for the goroutine itself.
type errand struct{ done chan error }

func (e *errand) start(work func() error) {
	e.done = make(chan error)
	go e.run(work)
}

func (e *errand) run(work func() error) {
	e.done <- work() // want `send on e\.done blocks forever in a run of runErrand`
}

func (e *errand) await(d time.Duration) error {
	select {
	case err := <-e.done:
		return err
	case <-time.After(d):
		return errors.New("late")
	}
}

func runErrand(work func() error, d time.Duration) error {
	e := &errand{}
	e.start(work)
	return e.await(d)
}
