package waitwithoutadd

import "sync"

// An importer may call Put while another one is in WaitEmpty.
type intake struct {
	mu      sync.RWMutex
	closed  bool
	pending sync.WaitGroup
	in      chan int
}

func (q *intake) Put(n int) {
	q.mu.RLock()
	defer q.mu.RUnlock()
	if q.closed {
		return
	}
	q.pending.Add(1) // want `the Wait at line \d+ may return too early, or panic: q\.pending\.Add is not ordered before it, Put may be called while WaitEmpty waits`
	q.in <- n
}

func (q *intake) loop() {
	for n := range q.in {
		println(n)
		q.pending.Done()
	}
}

func (q *intake) WaitEmpty() { q.pending.Wait() }

func (q *intake) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	close(q.in)
}

func newIntake() *intake {
	q := &intake{in: make(chan int)}
	go q.loop()
	return q
}

// The two read the lock, which keeps neither out.
type meter struct {
	mu      sync.RWMutex
	start   sync.Once
	stopped sync.WaitGroup
	stop    chan struct{}
}

func (m *meter) begin() {
	m.mu.RLock()
	defer m.mu.RUnlock()
	m.start.Do(func() {
		m.stopped.Add(1) // want `the Wait at line \d+ may return too early, or panic: m\.stopped\.Add is not ordered before it, both hold the lock for reading only`
		go m.loop()
	})
}

func (m *meter) loop() {
	defer m.stopped.Done()
	<-m.stop
}

func (m *meter) halt() {
	close(m.stop)
	m.stopped.Wait()
}

func (m *meter) end() {
	m.mu.RLock()
	defer m.mu.RUnlock()
	m.halt()
}

func (m *meter) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.halt()
}

func useMeter(m *meter) {
	m.begin()
	go m.end()
	m.reset()
}
