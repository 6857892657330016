package doubleclose

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

type sweeper struct {
	stop chan struct{}
	done chan struct{}
}

func (s *sweeper) halt() {
	close(s.stop) // want `close panics in a run of sweep: the channel is already closed at line \d+`
}

func (s *sweeper) run(dir string) {
	defer close(s.done)
	defer s.halt()
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			if err := os.RemoveAll(dir); err != nil {
				return
			}
		}
	}
}

// The function of the signal's context does not wait for the sweeper.
func sweep(dir string) {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	s := &sweeper{stop: make(chan struct{}), done: make(chan struct{})}
	go s.run(dir)
	select {
	case <-ctx.Done():
		cancel()
		s.halt()
	case <-s.stop:
	}
	<-s.done
}
