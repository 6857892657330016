package waitwithoutadd

import "sync"

// The one that waits sets a state under the lock before, which the Add tests.
type mailbox struct {
	mu       sync.Mutex
	draining bool
	pending  sync.WaitGroup
	in       chan int
}

func (m *mailbox) Put(n int) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.draining {
		return false
	}
	m.pending.Add(1)
	go func() {
		defer m.pending.Done()
		m.in <- n
	}()
	return true
}

func (m *mailbox) Drain() {
	m.mu.Lock()
	m.draining = true
	m.mu.Unlock()
	m.pending.Wait()
}

// A group with methods of its own: its callers order them, as those of a WaitGroup do.
type gang struct {
	mu    sync.Mutex
	n     int
	group sync.WaitGroup
}

func (g *gang) Go(work func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n++
	g.group.Add(1)
	go func() {
		defer g.group.Done()
		work()
	}()
}

func (g *gang) Wait() { g.group.Wait() }

// The end of the object is after the last call.
type ender struct {
	mu    sync.Mutex
	n     int
	group sync.WaitGroup
}

func (e *ender) Handle(work func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.n++
	e.group.Add(1)
	go func() {
		defer e.group.Done()
		work()
	}()
}

func (e *ender) Close() { e.group.Wait() }

// The caller adds all before it collects: nothing says that the object is shared.
type tally struct {
	group sync.WaitGroup
	list  chan int
}

func (t *tally) Put(n int) {
	t.group.Add(1)
	go func() {
		defer t.group.Done()
		t.list <- n
	}()
}

func (t *tally) Results() int {
	t.group.Wait()
	return len(t.list)
}

// One of the two excludes the other.
type turnstile struct {
	mu    sync.RWMutex
	group sync.WaitGroup
	in    chan int
}

func (g *turnstile) Enter(n int) {
	g.mu.RLock()
	defer g.mu.RUnlock()
	g.group.Add(1)
	go func() {
		defer g.group.Done()
		g.in <- n
	}()
}

func (g *turnstile) Settle() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.group.Wait()
}
