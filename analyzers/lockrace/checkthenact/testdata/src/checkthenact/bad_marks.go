package checkthenact

import (
	"sync"
	"sync/atomic"
)

type seats struct {
	taken sync.Map
	count atomic.Int64
}

func (s *seats) take(id string) bool {
	if _, ok := s.taken.Load(id); !ok {
		s.taken.Store(id, true) // want `two goroutines may both be the first: s\.taken\.Store follows the test at line 14 in another step`
		s.count.Add(1)
		return true
	}
	return false
}

func (s *seats) free(id string) {
	if _, ok := s.taken.Load(id); ok {
		s.taken.Delete(id) // want `two goroutines may both be the first: s\.taken\.Delete follows the test at line 23`
		s.count.Add(-1)
	}
}

type mailbox struct {
	seen sync.Map
	out  chan string
}

func (m *mailbox) receive(id string) {
	if _, dup := m.seen.Load(id); dup {
		return
	}
	m.seen.Store(id, struct{}{}) // want `two goroutines may both be the first`
	m.out <- id
}

func (m *mailbox) accept(id string) bool {
	_, dup := m.seen.Load(id)
	if dup {
		return false
	}
	m.seen.Store(id, struct{}{}) // want `two goroutines may both be the first`
	return true
}
