package unlockunlocked

// Some ways from the first release lead elsewhere.
func (s *Store) Some(key string) error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock() // want `fatal error, which recover does not stop`
		if key == "" {
			return errClosed
		}
	}
	delete(s.items, key)
	s.mu.Unlock()
	return nil
}

func (s *Store) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

// What comes behind the first release asks for the lock.
func (s *Store) Relock(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, key)
	s.mu.Unlock() // want `fatal error, which recover does not stop`
	return s.count()
}
