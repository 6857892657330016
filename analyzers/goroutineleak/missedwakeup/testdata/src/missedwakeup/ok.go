package missedwakeup

import "sync"

type woken struct {
	mu      sync.Mutex
	cond    *sync.Cond
	n       int
	closed  bool
	paused  bool
	started bool
}

func newWoken() *woken {
	w := &woken{started: true}
	w.paused = false // nobody waits yet
	w.cond = sync.NewCond(&w.mu)
	return w
}

func (w *woken) wait() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.n == 0 && !w.closed || w.paused {
		w.cond.Wait()
	}
	w.n-- // the other direction
}

func (w *woken) add() {
	w.mu.Lock()
	w.n++
	w.mu.Unlock()
	w.cond.Signal()
}

// A helper wakes them.
func (w *woken) close() {
	w.mu.Lock()
	defer w.wake()
	w.closed = true
}

func (w *woken) wake() {
	w.mu.Unlock()
	w.cond.Broadcast()
}

// The caller wakes them.
func (w *woken) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.setPaused()
	w.cond.Broadcast()
}

func (w *woken) setPaused() { w.paused = false }

// A pause lets nobody continue.
func (w *woken) pause() {
	w.mu.Lock()
	w.paused = true
	w.mu.Unlock()
}

// A variable stands for the condition.
func (w *woken) aliased() {
	c := w.cond
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	c.Broadcast()
}

// Silent: who is woken wakes the next.
type chain struct {
	mu     sync.Mutex
	free   *sync.Cond
	n      int
	closed bool
}

func newChain() *chain {
	c := &chain{}
	c.free = sync.NewCond(&c.mu)
	return c
}

func (c *chain) Acquire() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.n == 0 && !c.closed {
		c.free.Wait()
	}
	if c.closed {
		c.free.Signal()
		return false
	}
	c.n--
	return true
}

func (c *chain) Close() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.free.Signal()
}

// Silent: one goroutine waits.
type single struct {
	mu     sync.Mutex
	ready  *sync.Cond
	jobs   []func()
	closed bool
}

func newSingle() *single {
	s := &single{}
	s.ready = sync.NewCond(&s.mu)
	go s.run()
	return s
}

func (s *single) run() {
	for {
		s.mu.Lock()
		for len(s.jobs) == 0 && !s.closed {
			s.ready.Wait()
		}
		if s.closed {
			s.mu.Unlock()
			return
		}
		job := s.jobs[0]
		s.jobs = s.jobs[1:]
		s.mu.Unlock()
		job()
	}
}

func (s *single) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.ready.Signal()
}
