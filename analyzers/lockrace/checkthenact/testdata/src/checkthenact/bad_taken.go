package checkthenact

import "errors"

var errTaken = errors.New("taken")

// The test sees to it that a name is given once.
func (s *Safe) Take(name, owner string) error {
	s.mu.RLock()
	_, taken := s.upper[name]
	s.mu.RUnlock()
	if taken {
		return errTaken
	}
	s.mu.Lock()
	s.upper[name] = owner // want `s.upper is stored because of the test`
	s.mu.Unlock()
	return nil
}
