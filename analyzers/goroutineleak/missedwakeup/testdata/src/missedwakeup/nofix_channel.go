package missedwakeup

import (
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// A condition of channels that is like sync.Cond, and has a limit.
type signal struct {
	L  sync.Locker
	ch unsafe.Pointer
}

func newSignal(l sync.Locker) *signal {
	ch := make(chan bool)
	return &signal{L: l, ch: unsafe.Pointer(&ch)}
}

func (s *signal) current() chan bool { return *(*chan bool)(atomic.LoadPointer(&s.ch)) }

func (s *signal) Broadcast() {
	next := make(chan bool)
	old := atomic.SwapPointer(&s.ch, unsafe.Pointer(&next))
	close(*(*chan bool)(old))
}

func (s *signal) Wait() {
	s.L.Unlock()
	<-s.current() // want `a wake-up after the release at line \d+ is lost: the channel in ch is read only here, and may have been replaced`
	s.L.Lock()
}

func (s *signal) WaitFor(d time.Duration) bool {
	s.L.Unlock()
	t := time.NewTimer(d)
	defer func() {
		t.Stop()
		s.L.Lock()
	}()
	ch := s.current() // want `a wake-up after the release at line \d+ is lost: the channel in ch is read only here, and may have been replaced`
	select {
	case <-ch:
		return true
	case <-t.C:
		return false
	}
}

// The field is read directly, by the function that tests the condition.
type round struct {
	mu   sync.Mutex
	next chan struct{}
	open bool
}

func newRound() *round { return &round{next: make(chan struct{})} }

func (r *round) wait() {
	r.mu.Lock()
	for !r.open {
		r.mu.Unlock()
		<-r.next // want `a wake-up after the release at line \d+ is lost: the channel in next is read only here, and may have been replaced`
		r.mu.Lock()
	}
	r.mu.Unlock()
}

func (r *round) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = true
	close(r.next)
	r.next = make(chan struct{})
}
