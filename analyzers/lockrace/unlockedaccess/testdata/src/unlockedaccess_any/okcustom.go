package unlockedaccess_any

import "sync"

// Scanner has a lock for whole rounds, beside that of its fields. Scan reads without the second;
// whoever calls it here holds the first, which every write holds, too. An importer that calls it
// by itself may race: why says so.
type Scanner struct {
	round sync.Mutex

	mu    sync.Mutex
	known map[string]bool
	names []string
}

func (s *Scanner) Refresh(names []string) {
	s.round.Lock()
	defer s.round.Unlock()
	s.Scan(names)
	for _, name := range names {
		s.mu.Lock()
		s.known[name] = true
		s.mu.Unlock()
	}
}

func (s *Scanner) Scan(names []string) {
	for _, name := range names {
		if !s.isKnown(name) {
			s.mu.Lock()
			s.names = append(s.names, name)
			s.mu.Unlock()
		}
	}
}

func (s *Scanner) isKnown(name string) bool { return s.known[name] }

func (s *Scanner) Known() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.known)
}

func (s *Scanner) Names() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.names...)
}
