package checkthenact

import "strings"

// The test saves work, and fails for nobody: an error comes from the work.
func (s *Safe) Learn(name string, load func(string) error) error {
	s.mu.RLock()
	_, ok := s.upper[name]
	s.mu.RUnlock()
	if ok {
		return nil
	}
	if err := load(name); err != nil {
		return err
	}
	s.mu.Lock()
	s.upper[name] = strings.ToUpper(name) // want `s.upper is stored because of the test`
	s.mu.Unlock()
	return nil
}
