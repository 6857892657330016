package lockleak

import "fmt"

// An error that is made of plain values does not need the lock.
func (s *store) wrapped(key string, load func() error) error {
	s.mu.Lock()
	if err := load(); err != nil {
		return fmt.Errorf("loading %q: %w", key, err) // want `the next Lock blocks forever: s\.mu, locked at line \d+, is still held here, and released only at line \d+`
	}
	if len(s.items) > 10 {
		return fmt.Errorf("too many: %v", s.items) // the same finding
	}
	s.mu.Unlock()
	return nil
}
