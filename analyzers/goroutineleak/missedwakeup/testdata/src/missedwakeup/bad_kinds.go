package missedwakeup

import "sync"

// A silo has one condition variable for those that fill it and those that empty it.
type silo struct {
	mu    sync.Mutex
	moved *sync.Cond
	loads []int
	size  int
	shut  bool
}

func newSilo(size int) *silo {
	s := &silo{size: size}
	s.moved = sync.NewCond(&s.mu)
	return s
}

func (s *silo) Fill(load int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.loads) >= s.size && !s.shut {
		s.moved.Wait()
	}
	s.loads = append(s.loads, load)
	s.moved.Signal() // want `wake-up is lost when s.moved.Signal wakes a goroutine that waits for something else at line 24, instead of the one at line 34`
}

func (s *silo) Empty() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.loads) == 0 && !s.shut {
		s.moved.Wait()
	}
	load := s.loads[0]
	s.loads = s.loads[1:]
	s.moved.Signal()
	return load
}

func (s *silo) Shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shut = true
	s.moved.Broadcast()
}

// One goroutine works and one waits until all is done: they wait for different fields.
type oven struct {
	mu    sync.Mutex
	cond  sync.Cond
	dough []int
	busy  int
}

func newOven() *oven {
	o := &oven{}
	o.cond.L = &o.mu
	go o.bake()
	return o
}

func (o *oven) put(d int) {
	o.mu.Lock()
	o.dough = append(o.dough, d)
	o.busy++
	o.mu.Unlock()
	o.cond.Signal() // want `wake-up is lost when o.cond.Signal wakes a goroutine that waits for something else at line \d+, instead of the one at line \d+`
}

func (o *oven) bake() {
	for {
		o.mu.Lock()
		for {
			if len(o.dough) > 0 {
				break
			}
			o.cond.Wait()
		}
		o.dough = o.dough[1:]
		o.mu.Unlock()
		o.mu.Lock()
		o.busy--
		o.cond.Broadcast()
		o.mu.Unlock()
	}
}

func (o *oven) done() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.busy > 0 {
		o.cond.Wait()
	}
}
