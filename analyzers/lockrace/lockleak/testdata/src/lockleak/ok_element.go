package lockleak

import "sync"

type stripe struct {
	mu    sync.Mutex
	items map[string]int
}

type striped struct {
	byName map[string]*stripe
	list   []stripe
}

// Given back on all ways.
func (s *striped) get(name, item string) (int, error) {
	s.byName[name].mu.Lock()
	defer s.byName[name].mu.Unlock()
	if item == "" {
		return 0, errMissing
	}
	return s.byName[name].items[item], nil
}

// All are locked, and all unlocked.
func (s *striped) all(work func() error) error {
	for i := range s.list {
		s.list[i].mu.Lock()
	}
	err := work()
	for i := range s.list {
		s.list[i].mu.Unlock()
	}
	return err
}

// Each round has another element.
func (s *striped) each(item string) (n int) {
	for i := range s.list {
		s.list[i].mu.Lock()
		if v, ok := s.list[i].items[item]; ok {
			n += v
			s.list[i].mu.Unlock()
			continue
		}
		s.list[i].mu.Unlock()
	}
	return n
}

// The variable of the index changes in between: nobody knows which lock is which.
func (s *striped) next(item string, wrap bool) {
	i := 0
	step := func() { i++ }
	s.list[i].mu.Lock()
	step()
	if wrap {
		return
	}
	s.list[i].mu.Unlock()
}
