package lockleak

import "fmt"

// An error that is made of plain values does not need the lock.
func (s *store) wrapped(key string, load func() error) error {
	s.mu.Lock()
	if err := load(); err != nil {
		return fmt.Errorf("loading %q: %w", key, err) // want `s.mu, locked on line 7, is still held here`
	}
	if len(s.items) > 10 {
		return fmt.Errorf("too many: %v", s.items) // the same finding
	}
	s.mu.Unlock()
	return nil
}
