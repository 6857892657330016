package blockedsend

import (
	"context"
	"errors"
	"sync"
)

var errStopped = errors.New("stopped")

type orderedJob struct {
	do   func()
	done chan struct{}
}

// A sequencer is asked whether it has stopped, and may stop before the send.
type sequencer struct {
	jobs chan orderedJob
	stop chan struct{}
	once sync.Once
}

func newSequencer() *sequencer {
	s := &sequencer{jobs: make(chan orderedJob), stop: make(chan struct{})}
	go s.run()
	return s
}

func (s *sequencer) run() {
	for {
		select {
		case <-s.stop:
			return
		case j := <-s.jobs:
			j.do()
			close(j.done)
		}
	}
}

func (s *sequencer) Close() { s.once.Do(func() { close(s.stop) }) }

func (s *sequencer) stopped() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

func (s *sequencer) Do(ctx context.Context, do func()) error {
	if s.stopped() {
		return errStopped
	}
	j := orderedJob{do, make(chan struct{})}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case s.jobs <- j: // want `call of Do blocks until its context ends, when run, which receives from s.jobs, has left its loop at line 32: the select has no case for that`
		<-j.done
		return nil
	}
}
