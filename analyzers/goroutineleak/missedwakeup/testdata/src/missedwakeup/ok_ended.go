package missedwakeup

import (
	"context"
	"sync"
)

// The lock is held at the change or at the wake-up: the waiter is in Wait, or tests later.
type sluices struct {
	mu    sync.Mutex
	cond  *sync.Cond
	level int
	shut  chan struct{}
	ticks chan int
}

func newSluices() *sluices {
	s := &sluices{shut: make(chan struct{}), ticks: make(chan int)}
	s.cond = sync.NewCond(&s.mu)
	return s
}

func (s *sluices) await() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.level == 0 {
		select {
		case <-s.shut:
			return
		default:
		}
		s.cond.Wait()
	}
}

func (s *sluices) close() {
	s.mu.Lock()
	close(s.shut)
	s.mu.Unlock()
	s.cond.Broadcast()
}

func (s *sluices) abort() {
	close(s.shut)
	s.mu.Lock()
	s.cond.Broadcast()
	s.mu.Unlock()
}

func (s *sluices) until(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.cond.Broadcast()
	})
	defer stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.level == 0 && ctx.Err() == nil {
		s.cond.Wait()
	}
	return ctx.Err()
}

// Another context than the one that is tested: the loop does not end with it.
func (s *sluices) other(ctx, next context.Context) {
	defer context.AfterFunc(next, s.cond.Broadcast)()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.level == 0 && ctx.Err() == nil {
		s.cond.Wait()
	}
}

// The channel is tested after the loop, where nothing waits any more.
func (s *sluices) after(leave chan struct{}) bool {
	s.mu.Lock()
	for s.level == 0 {
		s.cond.Wait()
	}
	s.mu.Unlock()
	select {
	case <-leave:
		return false
	default:
	}
	return true
}

func (s *sluices) leave() {
	leave := make(chan struct{})
	go s.after(leave)
	close(leave)
	s.cond.Broadcast()
}

// Values are sent, and the sender waits for the one that takes them.
func (s *sluices) taken() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.level == 0 {
		select {
		case n = <-s.ticks:
			return n
		default:
		}
		s.cond.Wait()
	}
	return 0
}

func (s *sluices) tick() {
	s.ticks <- 1
	s.cond.Broadcast()
}

func (s *sluices) rise() {
	s.mu.Lock()
	s.level++
	s.mu.Unlock()
	s.cond.Signal()
}
