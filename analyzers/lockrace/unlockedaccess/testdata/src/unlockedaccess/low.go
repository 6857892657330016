package unlockedaccess

import "sync"

func (it *iterator) Next() string {
	if it.at > 100 { // want `it.at is read without it.mu`
		return ""
	}
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.closed {
		return ""
	}
	line := it.line()
	if it.at%10 == 0 {
		line += it.line()
	}
	it.at++
	return line
}

// Configure is typically called once at process startup.
func Configure(names []string) (sum int) {
	for _, name := range names {
		Register(name)
		sum += scopes[name] // want `scopes is read without scopesMu`
	}
	return sum
}

// One flag among what the lock is there for.
func (l *accessLog) Request(line string) {
	if l.enabled { // want `l.enabled is read without l.mu`
		l.Add(line)
	}
}

// A span is finished by one goroutine, which has written what its recorder reads.
type span struct {
	mu       sync.Mutex
	end      int
	recorder *recorder
}

type recorder struct {
	mu   sync.Mutex
	last int
}

func (s *span) Finish(now int) {
	s.mu.Lock()
	s.end = now
	s.mu.Unlock()
	s.recorder.record(s)
}

func (s *span) End() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.end
}

func (r *recorder) record(s *span) {
	end := s.end // want `data race`
	r.mu.Lock()
	r.last = end
	r.mu.Unlock()
}

// An atlas is written to disk by the one goroutine that also draws.
type atlas struct {
	mu   sync.Mutex
	maps map[string]string
}

func (a *atlas) Draw(name, text string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.maps[name] = text
}

func (a *atlas) Drawn(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.maps[name] != ""
}

// Save writes all of them. No need to be thread-safe: Draw is called in the same goroutine.
func (a *atlas) Save(write func(string) error) error {
	for name := range a.maps { // want `a.maps is read without a.mu`
		if err := write(name); err != nil {
			return err
		}
	}
	return nil
}
