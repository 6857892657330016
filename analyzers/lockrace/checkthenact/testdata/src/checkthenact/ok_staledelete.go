package checkthenact

import (
	"sync"
	"time"
)

// It tests again under the second lock, deletes under the first one, or what it collects depends on no element.
type slips struct {
	watch watcher

	mu  sync.RWMutex
	all map[string]*berth
}

func (s *slips) Refresh(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[name] = &berth{seen: time.Now()}
}

func (s *slips) removeOld(name string, age time.Duration) {
	s.mu.Lock()
	b, ok := s.all[name]
	if ok = ok && time.Since(b.seen) > age; ok {
		delete(s.all, name)
	}
	s.mu.Unlock()
	if ok {
		s.watch.Gone(name)
	}
}

func (s *slips) Prune(age time.Duration) {
	s.mu.RLock()
	var stale []string
	for name, b := range s.all {
		if time.Since(b.seen) > age {
			stale = append(stale, name)
		}
	}
	s.mu.RUnlock()
	for _, name := range stale {
		s.removeOld(name, age)
	}
}

func (s *slips) PruneNow(age time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var stale []string
	for name, b := range s.all {
		if time.Since(b.seen) > age {
			stale = append(stale, name)
		}
	}
	for _, name := range stale {
		delete(s.all, name)
	}
}

func (s *slips) remove(name string) {
	s.mu.Lock()
	delete(s.all, name)
	s.mu.Unlock()
	s.watch.Gone(name)
}

func (s *slips) Clear() {
	s.mu.RLock()
	var names []string
	for name := range s.all {
		names = append(names, name)
	}
	s.mu.RUnlock()
	for _, name := range names {
		s.remove(name)
	}
}
