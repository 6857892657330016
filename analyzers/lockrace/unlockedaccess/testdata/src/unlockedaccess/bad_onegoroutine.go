package unlockedaccess

import "sync"

// Importers call what takes the queue, too.
type Sorter struct {
	in    chan int
	queue []int
	mu    sync.Mutex
}

func NewSorter() *Sorter {
	s := &Sorter{in: make(chan int)}
	go s.loop()
	return s
}

func (s *Sorter) loop() {
	for n := range s.in {
		s.add(n)
		s.Take()
	}
}

func (s *Sorter) add(n int) {
	s.queue = append(s.queue, n) // want `data race with line \d+: s.queue is written without s.mu`
}

func (s *Sorter) Take() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.queue
	s.queue = nil
	return taken
}

// Several goroutines do the work of one object.
type carver struct {
	in    chan int
	queue []int
	mu    sync.Mutex
}

func newCarver() *carver {
	c := &carver{in: make(chan int)}
	for range 4 {
		go c.loop()
	}
	return c
}

func (c *carver) loop() {
	for n := range c.in {
		c.add(n)
		c.take()
	}
}

func (c *carver) add(n int) {
	c.queue = append(c.queue, n) // want `data race with line \d+: c.queue is written without c.mu`
}

func (c *carver) take() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := c.queue
	c.queue = nil
	return taken
}

var (
	sorters = []*Sorter{NewSorter(), NewSorter()}
	carvers = []*carver{newCarver(), newCarver()}
)
