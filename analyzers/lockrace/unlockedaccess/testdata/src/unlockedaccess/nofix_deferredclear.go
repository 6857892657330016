package unlockedaccess

import "sync"

type muxTarget struct{ closed chan struct{} }

// What a deferred function stores under the lock is not stored yet where the loop reads.
type muxServer struct {
	mu     sync.Mutex
	target *muxTarget
	conns  chan int
}

func startMux() *muxServer {
	m := &muxServer{conns: make(chan int)}
	go m.loop()
	return m
}

func (m *muxServer) loop() {
	defer func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if t := m.target; t != nil {
			m.target = nil
		}
	}()
	for {
		var closed chan struct{}
		if m.target != nil { // want `data race with line \d+: m.target is read without m.mu, which \d of \d accesses hold`
			closed = m.target.closed
		}
		select {
		case _, ok := <-m.conns:
			if !ok {
				return
			}
		case <-closed:
			m.mu.Lock()
			m.target = nil
			m.mu.Unlock()
		}
	}
}

func (m *muxServer) Listen() *muxTarget {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.target = &muxTarget{closed: make(chan struct{})}
	return m.target
}

func (m *muxServer) Accept(c int) { m.conns <- c }

func (m *muxServer) Close() { close(m.conns) }
