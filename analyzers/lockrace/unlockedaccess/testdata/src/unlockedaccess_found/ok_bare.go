package unlockedaccess_found

import "sync"

type peer struct{ seen int }

type peers struct {
	mu   sync.Mutex
	byID map[string]*peer
}

func (p *peers) Touch(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.byID[id].seen++
}

// Reset writes without the lock, which may guard the map only.
func (p *peers) Reset(q *peer) { q.seen = 0 }

// Seen is not reported: a write without the lock shows that the lock may not guard the field.
func (p *peers) Seen(id string) int {
	p.mu.Lock()
	q := p.byID[id]
	p.mu.Unlock()
	return q.seen
}
