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
		s.mu.Unlock() // want `fatal error, which recover does not stop`
		severity.Infof("reload: " + err.Error())
	}
	s.items["loads"]++
	s.mu.Unlock()
}
