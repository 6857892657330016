package unboundedqueue

import (
	"context"
	"errors"
)

// It has a limit.
type limited struct {
	list []message
	max  int
	tr   transport
}

func (l *limited) Enqueue(m message) error {
	if len(l.list) >= l.max {
		return errors.New("full")
	}
	l.list = append(l.list, m)
	return nil
}

func (l *limited) run(ctx context.Context) {
	for len(l.list) > 0 {
		m := l.list[0]
		l.list = l.list[1:]
		_ = l.tr.Send(ctx, m)
	}
}

// A caller waits for a slot.
type slotted struct {
	list  []message
	slots chan struct{}
	tr    transport
}

func (s *slotted) Enqueue(m message) {
	s.slots <- struct{}{}
	s.list = append(s.list, m)
}

func (s *slotted) run(ctx context.Context) {
	for len(s.list) > 0 {
		m := s.list[0]
		s.list = s.list[1:]
		_ = s.tr.Send(ctx, m)
		<-s.slots
	}
}

// What is taken is used in memory.
type sums struct {
	list []int
	sum  int
}

func (s *sums) Add(n int) { s.list = append(s.list, n) }

func (s *sums) run() {
	for len(s.list) > 0 {
		s.sum += s.list[0]
		s.list = s.list[1:]
	}
}

// Options are added while the object is set up, and nothing takes them away.
type setup struct {
	options []message
	tr      transport
}

func (s *setup) With(m message) { s.options = append(s.options, m) }

func (s *setup) run(ctx context.Context) {
	for i := 0; i < len(s.options); i++ {
		_ = s.tr.Send(ctx, s.options[i])
	}
}

// The oldest is dropped.
type newest struct {
	list []message
	tr   transport
}

func (n *newest) Enqueue(m message) {
	n.list = append(n.list, m)
	if len(n.list) > 100 {
		n.list = n.list[1:]
	}
}

func (n *newest) run(ctx context.Context) {
	for len(n.list) > 0 {
		m := n.list[0]
		n.list = n.list[1:]
		_ = n.tr.Send(ctx, m)
	}
}
