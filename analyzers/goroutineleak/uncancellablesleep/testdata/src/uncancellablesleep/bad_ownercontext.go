package uncancellablesleep

import (
	"context"
	"sync"
	"time"
)

type sender struct {
	ctx    context.Context
	cancel context.CancelFunc
	jobs   chan string
	send   func(context.Context, string) error
	wg     sync.WaitGroup
}

func newSender(send func(context.Context, string) error) *sender {
	s := &sender{jobs: make(chan string), send: send}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.wg.Go(func() {
		for job := range s.jobs {
			s.deliver(job)
		}
	})
	return s
}

func (s *sender) deliver(job string) {
	for attempt := 1; attempt < 4; attempt++ {
		if err := s.send(s.ctx, job); err == nil {
			return
		}
		time.Sleep(time.Duration(attempt) * 10 * time.Second) // want `shutdown is delayed by time.Sleep in the loop at line \d+: it does not return when s.ctx is done`
	}
}

func (s *sender) Stop() {
	s.cancel()
	close(s.jobs)
	s.wg.Wait()
}
