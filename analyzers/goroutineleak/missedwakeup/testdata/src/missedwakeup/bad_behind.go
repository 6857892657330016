package missedwakeup

import "sync"

type mailbox struct {
	mu     sync.Mutex
	cond   *sync.Cond
	mail   []string
	closed bool
}

// A reader that Close wakes finds no mail, and waits again.
func (m *mailbox) next() (string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.mail) == 0 {
		m.cond.Wait() // want `goroutines in m\.cond\.Wait stay blocked when m\.closed is set: the loop does not ask for it, and a waiter that is woken waits again`
	}
	if m.closed {
		return "", false
	}
	first := m.mail[0]
	m.mail = m.mail[1:]
	return first, true
}

func (m *mailbox) put(letter string) {
	m.mu.Lock()
	m.mail = append(m.mail, letter)
	m.mu.Unlock()
	m.cond.Signal()
}

func (m *mailbox) close() {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.cond.Broadcast()
}
