package stopneversignalled

import (
	"log"
	"sync"
)

type pump struct{ strokes chan int }

func (p *pump) work() {
	for n := range p.strokes {
		log.Print(n)
	}
}

// A station closes what it forgets.
type station struct {
	mu    sync.Mutex
	pumps map[string]*pump
}

func (s *station) install(name string) {
	p := &pump{strokes: make(chan int, 4)}
	s.mu.Lock()
	s.pumps[name] = p
	s.mu.Unlock()
	go p.work()
}

func (s *station) remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.pumps[name]; ok {
		close(p.strokes)
		delete(s.pumps, name)
	}
}

func (s *station) all(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.pumps {
		p.strokes <- n
	}
}
