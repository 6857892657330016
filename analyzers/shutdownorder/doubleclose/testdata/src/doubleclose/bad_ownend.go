package doubleclose

import "sync"

// What stops all makes each one return, which stops itself.
type clubMember struct {
	quit chan struct{}
	in   chan string
	club *memberClub
}

func (m *clubMember) stop() {
	close(m.quit) // want `the second close panics: every call of stop closes m.quit: stopAll \(line 55\) calls it on the elements of members, and serve \(line 19\) for each at its end`
}

func (m *clubMember) serve() {
	m.read()
	m.club.leave(m)
	m.stop()
}

func (m *clubMember) read() {
	for {
		select {
		case <-m.in:
		case <-m.quit:
			return
		}
	}
}

type memberClub struct {
	mu      sync.Mutex
	members map[*clubMember]bool
}

func (c *memberClub) join(in chan string) {
	m := &clubMember{quit: make(chan struct{}), in: in, club: c}
	c.mu.Lock()
	c.members[m] = true
	c.mu.Unlock()
	m.serve()
}

func (c *memberClub) leave(m *clubMember) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.members, m)
}

func (c *memberClub) stopAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for m := range c.members {
		m.stop()
	}
}

// The same by a goroutine, and by name.
type ranSession struct{ quit chan struct{} }

func (s *ranSession) end() {
	close(s.quit) // want `the second close panics: every call of end closes s.quit: Drop \(line 85\) calls it on the elements of all, and run \(line 67\) for each at its end`
}

func (s *ranSession) run(in chan string) {
	defer s.end()
	for range in {
	}
}

type ranSessions struct {
	all map[string]*ranSession
}

func (s *ranSessions) Add(name string, in chan string) {
	one := &ranSession{quit: make(chan struct{})}
	s.all[name] = one
	go one.run(in)
}

func (s *ranSessions) Drop(name string) {
	if one, ok := s.all[name]; ok {
		delete(s.all, name)
		one.end()
	}
}
