package missedwakeup

import "sync"

type inbox struct {
	mu     sync.Mutex
	cond   *sync.Cond
	mail   []string
	closed bool
	quiet  bool
}

func (m *inbox) next() (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.mail) == 0 && !m.closed {
		m.cond.Wait()
	}
	if m.closed {
		return "", false
	}
	first := m.mail[0]
	m.mail = m.mail[1:]
	return first, true
}

// The flag is set when the object is made.
func newInbox(quiet bool) *inbox {
	m := &inbox{}
	m.cond = sync.NewCond(&m.mu)
	if quiet {
		m.quiet = true
	}
	return m
}

func (m *inbox) await() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.mail) == 0 {
		m.cond.Wait()
	}
	if m.quiet {
		return
	}
	println(m.mail[0])
}

func (m *inbox) put(letter string) {
	m.mu.Lock()
	m.mail = append(m.mail, letter)
	m.mu.Unlock()
	m.cond.Broadcast()
}

func (m *inbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.cond.Broadcast()
}
