package doublelock

import "sync"

// The parts of a machine are no machines that contain it.
type machine struct {
	mu    sync.Mutex
	parts []*machine
	on    bool
}

var machines []*machine

func (m *machine) start() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, part := range m.parts {
		part.start()
	}
	m.on = true
}

// The object itself is left out.
func (m *machine) alone() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, other := range machines {
		if other == m {
			continue
		}
		other.stop()
	}
}

// One is chosen, not each.
func (m *machine) first() {
	m.mu.Lock()
	defer m.mu.Unlock()
	machines[0].stop()
}

// The lock is released before the loop.
func (m *machine) all() {
	m.mu.Lock()
	m.on = false
	m.mu.Unlock()
	for _, other := range machines {
		other.stop()
	}
}

func (m *machine) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.on = false
}
