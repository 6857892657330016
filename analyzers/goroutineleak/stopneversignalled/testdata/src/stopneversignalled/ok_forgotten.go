package stopneversignalled

import "sync"

// A scale closes the channels that it forgets.
type scale struct {
	mu      sync.Mutex
	readers map[chan float64]string
	writers map[string]chan float64
}

func newScale() *scale {
	return &scale{readers: make(map[chan float64]string), writers: make(map[string]chan float64)}
}

func (s *scale) record(name string, write func(float64)) (stop func()) {
	readings := make(chan float64, 4)
	s.mu.Lock()
	s.readers[readings] = name
	s.mu.Unlock()
	go func() {
		for reading := range readings {
			write(reading)
		}
	}()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if _, ok := s.readers[readings]; ok {
			delete(s.readers, readings)
			close(readings)
		}
	}
}

// Writer returns a channel that its caller may close.
func (s *scale) Writer(name string, write func(float64)) chan<- float64 {
	readings := make(chan float64, 4)
	s.mu.Lock()
	s.writers[name] = readings
	s.mu.Unlock()
	go func() {
		for reading := range readings {
			write(reading)
		}
	}()
	return readings
}

func (s *scale) forget(name string) {
	s.mu.Lock()
	delete(s.writers, name)
	s.mu.Unlock()
}
