package writeunderrlock

import "sync"

// One function looks into the inner maps, which one goroutine may run.
type scores struct {
	mu     sync.RWMutex
	byTeam map[string]map[string]int
}

func (s *scores) Check(teams []string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, team := range teams {
		s.byTeam[team]["checks"] = 1 // want `data race with other readers: s\.byTeam is written while s\.mu is only read-locked`
	}
}

func (s *scores) Add(team string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byTeam[team] = make(map[string]int)
}
