package unlockunlocked

import "unlockunlocked/severity"

// Behind Fatalf nothing runs, whatever decides that in it.
func (s *Store) Load() {
	s.mu.Lock()
	if err := s.save(); err != nil {
		s.mu.Unlock()
		severity.Fatalf("load: " + err.Error())
	}
	s.items["loads"]++
	s.mu.Unlock()
}

func (s *Store) Reload() {
	s.mu.Lock()
	if err := s.save(); err != nil {
		s.mu.Unlock() // want `s.mu.Unlock releases the lock, and the one on line 23 releases it again`
		severity.Infof("reload: " + err.Error())
	}
	s.items["loads"]++
	s.mu.Unlock()
}
