package checkthenact

import (
	"strings"
)

// Two equal strings are as good as one.
func (s *Safe) Upper(name string) string {
	s.mu.RLock()
	u, ok := s.upper[name]
	s.mu.RUnlock()
	if !ok {
		u = strings.ToUpper(name)
		s.mu.Lock()
		s.upper[name] = u // want `s.upper is stored because of the test`
		s.mu.Unlock()
	}
	return u
}

// A refusal for another reason, in a function with deferred calls, which registers something
// of its caller's.
func (s *Safe) Register(name, value string, full func() bool) error {
	defer func() { _ = name }()
	s.mu.RLock()
	_, ok := s.upper[name]
	s.mu.RUnlock()
	if ok {
		return nil
	}
	if full() {
		return errTaken
	}
	s.mu.Lock()
	s.upper[name] = value // want `s.upper is stored because of the test`
	s.mu.Unlock()
	return nil
}
