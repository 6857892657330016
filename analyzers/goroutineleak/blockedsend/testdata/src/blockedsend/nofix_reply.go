package blockedsend

import (
	"context"
	"time"
)

// An updater is wedged when a caller of ForceUpdate does not wait for the answer.
type updater struct {
	period      time.Duration
	force       chan struct{}
	forceResult chan []error
	cancel      context.CancelFunc
	done        chan struct{}
	update      func(context.Context) []error
}

func newUpdater(period time.Duration, update func(context.Context) []error) *updater {
	return &updater{period: period, force: make(chan struct{}), forceResult: make(chan []error), update: update}
}

func (s *updater) Start(context.Context) error {
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.done = make(chan struct{})
	go s.run(ctx, s.done)
	return nil
}

func (s *updater) run(ctx context.Context, done chan<- struct{}) {
	defer close(done)
	ticker := time.NewTicker(s.period)
	for {
		select {
		case <-ticker.C:
			s.update(ctx)
		case <-s.force:
			s.forceResult <- s.update(ctx) // want `send on s.forceResult blocks forever when ForceUpdate, which receives it, stops waiting at line \d+: run then handles nothing else`
		case <-ctx.Done():
			ticker.Stop()
			return
		}
	}
}

func (s *updater) Stop() error {
	s.cancel()
	<-s.done
	return nil
}

func (s *updater) ForceUpdate(ctx context.Context) (errs []error) {
	select {
	case s.force <- struct{}{}:
	case <-s.done:
		return nil
	}
	select {
	case errs = <-s.forceResult:
	case <-ctx.Done():
		errs = []error{ctx.Err()}
	}
	return errs
}
