package waitwithoutadd

import "sync"

// A crew's goroutine is counted by the caller, and counts those that it starts, which take that back.
type liftCrew struct{ members sync.WaitGroup }

func (c *liftCrew) start(names []string) {
	c.members.Add(1)
	go c.lead(names)
}

func (c *liftCrew) lead(names []string) {
	defer c.members.Done()
	for _, name := range names {
		c.members.Add(1)
		go c.work(name)
	}
}

func (c *liftCrew) work(name string) {
	defer c.members.Done()
	handle(name)
}

func (c *liftCrew) stop() { c.members.Wait() }

// The goroutine adds for what it starts, which takes it back: a method, a literal in a variable, and one that is
// passed the group.
type nightShift struct{ hours sync.WaitGroup }

func (s *nightShift) begin() { go s.run() }

func (s *nightShift) run() {
	s.hours.Add(2)
	defer s.hours.Done()
	end := func(name string) {
		defer s.hours.Done()
		handle(name)
	}
	go end("x")
}

func (s *nightShift) stop() { s.hours.Wait() }

type lapTimer struct{ laps sync.WaitGroup }

func (r *lapTimer) begin() { go r.run() }

func (r *lapTimer) run() {
	r.laps.Add(2)
	defer r.laps.Done()
	go lap(&r.laps)
}

func lap(laps *sync.WaitGroup) {
	defer laps.Done()
	handle("x")
}

func (r *lapTimer) stop() { r.laps.Wait() }
