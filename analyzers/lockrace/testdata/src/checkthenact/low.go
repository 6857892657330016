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
