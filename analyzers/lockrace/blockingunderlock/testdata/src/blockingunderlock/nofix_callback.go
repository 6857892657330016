package blockingunderlock

import "sync"

type alarm struct{ level int }

// A Siren calls what was registered with its lock held, and one that removes itself deadlocks.
type Siren struct {
	mu    sync.Mutex
	next  int
	calls map[int]func(alarm)
}

func (s *Siren) Listen(call func(alarm)) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next++
	id := s.next
	s.calls[id] = call
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.calls, id)
	}
}

func (s *Siren) Sound(a alarm) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, call := range s.calls {
		call(a) // want `deadlock where call calls back: it was registered by a caller, and is called with s.mu held since line 28, which Listen acquires`
	}
}

// Lists by name, read-locked.
type Switchboard struct {
	mu    sync.RWMutex
	lines map[string][]struct{ ring func(string) error }
}

func (s *Switchboard) Connect(name string, ring func(string) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines[name] = append(s.lines[name], struct{ ring func(string) error }{ring})
}

func (s *Switchboard) Hang(name string) {
	s.mu.Lock()
	delete(s.lines, name)
	s.mu.Unlock()
}

func (s *Switchboard) Call(name string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, l := range s.lines[name] {
		_ = l.ring(name) // want `deadlock where l.ring calls back`
	}
}
